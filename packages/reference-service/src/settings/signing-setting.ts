import { type ValueSetting, WrongValue } from "@emberline/settings";

/** A shorter secret could be guessed from a token. */
const minLength = 32;

/** The secret of the service itself, in the tables of programs that run one. */
export const signingSecret = {
  variable: "EMBERLINE_SIGNING_SECRET",
  value: "SECRET",
  unset: "random",
  isSecret: true,
  help: `secret of the reference service itself, at least ${minLength} characters: replicas with the same one accept each other's tokens, cursors and forms`,
  parse(given: string): string {
    if (given.length >= minLength) return given;
    throw new WrongValue(
      `give at least ${minLength}, such as openssl rand -hex 32 makes`,
      `has ${given.length} characters`,
    );
  },
} satisfies ValueSetting;

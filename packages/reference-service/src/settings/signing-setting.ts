import { type ValueSetting, WrongValue } from "@emberline/settings";
import type { LiveSecrets } from "@emberline/settings/node";

/** A shorter secret could be guessed from a token. */
const minLength = 32;

/** The secrets of the service itself, in the tables of programs that run one. */
export const signingSecret = {
  variable: "EMBERLINE_SIGNING_SECRET",
  value: "SECRET",
  unset: "random",
  isSecret: true,
  help: `secret that signs tokens, cursors and forms of the reference service, and cursors and links of the server, at least ${minLength} characters: replicas with the same one accept each other's`,
  parse: parseSigningSecret,
} satisfies ValueSetting;

/** Signs nothing. Where replicas share secrets, the next one has to be accepted by all first. */
export const previousSigningSecret = {
  variable: "EMBERLINE_SIGNING_SECRET_PREVIOUS",
  value: "SECRET",
  unset: "none",
  isSecret: true,
  mayBeEmpty: true,
  help: "another secret whose signatures are accepted: the previous one after a change, or the next one before it",
  parse: parseSigningSecret,
} satisfies ValueSetting;

export const previousClientSecret = {
  variable: "EMBERLINE_CLIENT_SECRET_PREVIOUS",
  value: "SECRET",
  unset: "none",
  isSecret: true,
  mayBeEmpty: true,
  help: "another secret that is accepted of that API client: the previous one after a change, or the next one before it",
  parse: (given: string): string => given,
} satisfies ValueSetting;

type SecretSetting = Parameters<typeof LiveSecrets.prototype.of<string>>[0];

/** A secret and its previous one, as they are now; undefined if the first is not set. */
export function pairOf(
  secrets: LiveSecrets,
  current: SecretSetting,
  other: SecretSetting,
): (() => readonly string[]) | undefined {
  const [first, second] = [secrets.of(current), secrets.of(other)];
  if (first() === undefined) return undefined;
  return () => [first(), second()].filter((each) => each !== undefined);
}

function parseSigningSecret(given: string): string {
  if (given.length >= minLength) return given;
  throw new WrongValue(
    `give at least ${minLength}, such as openssl rand -hex 32 makes`,
    `has ${given.length} characters`,
  );
}

import { createHash, randomBytes } from "node:crypto";

/** With a letter first, so that no name equals the number of a key in `EMBERLINE_API_KEYS`. */
export const keyName = /^[a-z][\w.-]{0,63}$/i;
/** What `keyName` allows, for messages. */
export const keyNameRule = "letters, digits, dots, hyphens and underscores, a letter first";

/** 256 bits, so that a plain hash of the key cannot be reversed by guessing. */
const keyBytes = 32;

/**
 * The command `make-key NAME`: a new key, and its entry for the keys file.
 *
 * @throws {Error} when the name is missing: one sentence for the operator
 */
export function makeKey(args: readonly string[]): string {
  const [name] = args;
  if (args.length !== 1 || !keyName.test(name!)) {
    throw new Error(`make-key takes one name of ${keyNameRule}, such as: emberline make-key acme`);
  }
  const key = `emberline_${randomBytes(keyBytes).toString("base64url")}`;
  const entry = { name, sha256: createHash("sha256").update(key).digest("hex") };
  return `Key, shown only now:
${key}

Entry for the list "keys" in EMBERLINE_KEYS_FILE:
${JSON.stringify(entry)}
`;
}

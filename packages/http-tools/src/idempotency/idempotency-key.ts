/** Longer keys are not names of requests. */
const maxKeyLength = 255;

/** A string of structured fields (RFC 9651, 3.3.3). */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** What clients send without quotes, such as a UUID. */
const bare = /^[!#-+\--:<-[\]-~]+$/;

/** The caller's key; null if the header is malformed. */
export function parseIdempotencyKey(header: string): string | null {
  const text = header.trim();
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? (bare.test(text) ? text : "");
  return key === "" || key.length > maxKeyLength ? null : key;
}

import { InvalidRequestError } from "../values/errors.ts";

/** Nothing else can be sent in a header; the platform's own error would quote it. */
export function isBearerToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

/** Throws `InvalidRequestError`, without the value. */
export function checkBearerToken(token: unknown): string {
  if (isBearerToken(token)) return token;
  throw new InvalidRequestError(
    "The token is not a bearer token: it must be visible ASCII characters without spaces.",
  );
}

import { InvalidRequestError } from "../values/errors.ts";

/** Checked here because the platform's error for an invalid header would quote the token. */
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

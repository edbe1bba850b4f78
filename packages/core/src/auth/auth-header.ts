import { InvalidRequestError } from "../values/errors.ts";

/** A header that authenticates every request, such as `X-API-Key`. */
export interface AuthHeader {
  readonly name: string;
  /** The whole value, such as `Basic dXNlcjpwYXNz` or a key. */
  readonly value: string;
}

/** Names that the client, or the connection, sets itself. */
const taken = /^(accept|accept-encoding|connection|content-.*|cookie|host|user-agent)$/i;

/** Throws `InvalidRequestError`, without the value. */
export function checkAuthHeader({ name, value }: AuthHeader): AuthHeader {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || taken.test(name)) {
    throw new InvalidRequestError(
      `authHeader has the name ${JSON.stringify(name)}: give the name of a header for keys, such as X-API-Key.`,
    );
  }
  // Checked here because the platform's error for an invalid header would quote the value.
  if (/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)) return { name: name.toLowerCase(), value };
  throw new InvalidRequestError(
    "The value of authHeader is not valid: it must be visible ASCII characters, with single spaces between words.",
  );
}

/** The texts of the header to mask: the value, and the credentials after a scheme. */
export function secretsOf({ value }: AuthHeader): string[] {
  const [first = "", ...rest] = value.split(" ");
  return rest.length === 0 ? [first] : [value, rest.join(" ")];
}

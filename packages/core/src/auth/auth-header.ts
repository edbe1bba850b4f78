/** A header that authenticates every request, such as `X-API-Key`. */
export interface AuthHeader {
  readonly name: string;
  /** The whole value, such as `Basic dXNlcjpwYXNz` or a key. */
  readonly value: string;
}

/** The texts of the header to mask: the value, and the credentials after a scheme. */
export function secretsOf({ value }: AuthHeader): string[] {
  const [first = "", ...rest] = value.split(" ");
  return rest.length === 0 ? [first] : [value, rest.join(" ")];
}

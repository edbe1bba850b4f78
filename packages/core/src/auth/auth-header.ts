/** A header that authenticates every request, such as `X-API-Key`. */
export interface AuthHeader {
  readonly name: string;
  /** The whole value, such as `Basic dXNlcjpwYXNz` or a key; or a function, where it may change. */
  readonly value: string | (() => string);
}

export function headerValue({ value }: AuthHeader): string {
  return typeof value === "string" ? value : value();
}

/** The texts of the header to mask: the value, and the credentials after a scheme. */
export function secretsOf(header: AuthHeader): string[] {
  const value = headerValue(header);
  const [first = "", ...rest] = value.split(" ");
  return rest.length === 0 ? [first] : [value, rest.join(" ")];
}

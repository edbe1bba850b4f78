const mask = "REDACTED";

/** Replaces secrets in a text, also in their percent-encoded form. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return forms
    .filter((form) => form !== "")
    .reduce((shown, form) => shown.replaceAll(form, mask), text);
}

/** A URL for messages: without query, user and secrets. */
export function shownUrl({ origin, pathname }: URL, secrets: readonly string[]): string {
  return redact(origin + pathname, secrets);
}

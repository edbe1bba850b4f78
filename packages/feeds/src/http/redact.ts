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

const maxQuoteLength = 60;

/** The beginning of what a source said, quoted as its words, without hidden characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").slice(0, maxQuoteLength));
}

import { FeedError } from "../values/feed.ts";

/** An answer of FIRMS that is not data. */
export interface BadAnswer {
  readonly status: number;
  /** Lower case. */
  readonly mediaType: string;
  /** Its beginning. */
  readonly text: string;
  readonly retryAfterMs?: number | undefined;
}

/** The window in which FIRMS counts transactions. */
export const quotaWindowMs = 600_000;

/** FIRMS' complaints about a request, as it words them. */
const complaints = [
  ["Invalid source", "the source"],
  ["Invalid area coordinate", "the area's coordinates"],
  ["Invalid day range", "the day range"],
  ["Invalid date", "the date"],
  ["Invalid API call", "the path"],
] as const;

/**
 * Why an answer is not data; several errors may come in one text. Undefined if FIRMS calls the key
 * invalid, which it also does when a valid key is throttled.
 */
export function errorOf({
  status,
  mediaType,
  text,
  retryAfterMs,
}: BadAnswer): FeedError | undefined {
  const isPage = mediaType.includes("html") || /^\s*</.test(text);
  if (status >= 500) {
    return new FeedError("unreachable", `FIRMS answered ${status}`, retryAfterMs);
  }
  if (status === 429 || (!isPage && /transaction limit/i.test(text)))
    return quotaError(retryAfterMs);
  if (!isPage && /invalid map_?key/i.test(text)) return undefined;
  if (isPage && status < 400) {
    return new FeedError("invalid_answer", "FIRMS answered with a page instead of CSV");
  }
  const named = isPage ? [] : complaints.filter(([words]) => text.includes(words));
  if (named.length > 0) {
    const what = named.map(([, part]) => part).join(", ");
    return new FeedError("refused", `FIRMS says that the request is not valid: ${what}`);
  }
  if (status === 401 || status === 403) {
    return new FeedError("refused", `FIRMS does not allow the request (status ${status})`);
  }
  if (status >= 400) return new FeedError("refused", `FIRMS refused the request (${status})`);
  return new FeedError("invalid_answer", "FIRMS answered with a text that is not its CSV");
}

export function quotaError(retryAfterMs: number = quotaWindowMs): FeedError {
  return new FeedError(
    "quota",
    "FIRMS has a limit of transactions for each key, which is reached",
    retryAfterMs,
  );
}

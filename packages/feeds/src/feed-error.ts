/**
 * - `unreachable`: no answer, or a server error; asked again later
 * - `refused`: the key or the request is wrong; an operator has to act
 * - `quota`: too many requests; asked again after `retryAfterMs`
 * - `invalid_answer`: an answer that is not the data, such as an HTML page
 */
export type FeedErrorCode = "unreachable" | "refused" | "quota" | "invalid_answer";

/** A source that could not be read: never the same as a source without fires. */
export class FeedError extends Error {
  override readonly name = "FeedError";
  readonly code: FeedErrorCode;
  readonly retryAfterMs: number | undefined;

  /** @param message without keys, and without more than a few words of the answer */
  constructor(code: FeedErrorCode, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One request to a source: polite, limited, and without keys in its errors. */
export type FeedRequest = (url: URL, options?: FeedRequestOptions) => Promise<FeedAnswer>;

export interface FeedRequestOptions {
  /** Validators of the answer before: the request is conditional. */
  readonly validators?: Validators | undefined;
  readonly accept?: string | undefined;
  /** Default 256 MB. */
  readonly maxBytes?: number | undefined;
  /** Parts of the URL that no error, log or page may show, such as a key in its path. */
  readonly secrets?: readonly string[] | undefined;
}

/** RFC 9110, 8.8. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type FeedAnswer = UnchangedAnswer | FeedContent;

/** Status 304: the answer to the validators is the one before. */
export interface UnchangedAnswer {
  readonly kind: "unchanged";
}

/** An answer of any other status. */
export interface FeedContent {
  readonly kind: "content";
  readonly status: number;
  /** Media type in lower case, without parameters; "" if absent. */
  readonly mediaType: string;
  readonly validators: Validators;
  /** From `Retry-After`; undefined without. */
  readonly retryAfterMs: number | undefined;
  /** The body as UTF-8, in pieces; may be read once. */
  readonly body: AsyncIterable<string>;
}

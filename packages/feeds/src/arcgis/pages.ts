import { FeatureReader, isRecord } from "../geojson/read-features.ts";
import { quoted } from "../http/redact.ts";
import { type FeedContent, type FeedContext, FeedError, type Validators } from "../values/feed.ts";

const maxPages = 200;
/** Of all pages together, since the whole list is held; that of the busiest days has 20 MB. */
const maxListBytes = 100e6;
/** One row of the page before comes again: where it does not, the list has changed. */
const overlap = 1;

export interface PagesOptions {
  /** The source in few words, for errors. */
  readonly source: string;
  /** The request of the page that begins at this row. */
  readonly urlAt: (offset: number) => URL;
}

/** The pages of one reading of a layer of a feature service. */
export class ArcgisPages {
  /** The source says that nothing has changed. */
  isUnchanged = false;
  /** The list has changed between two pages. */
  hasMoved = false;
  /** Of a list on a single page, so that the next reading may be conditional. */
  validators: Validators | undefined;
  readonly #options: PagesOptions;
  readonly #context: Pick<FeedContext, "request" | "pause">;
  /** Ids of the rows so far. */
  readonly #seen = new Set<unknown>();
  #offset = 0;
  #length = 0;
  /** The facts of the row that comes again on the next page. */
  #last: string | undefined;

  constructor(
    options: PagesOptions,
    validators: Validators | undefined,
    context: Pick<FeedContext, "request" | "pause">,
  ) {
    this.#options = options;
    this.validators = validators;
    this.#context = context;
  }

  /**
   * All rows of the list.
   * @throws {FeedError} when a page fails, or the list has changed between two pages
   */
  async *rows(): AsyncGenerator<unknown, void> {
    for (let page = 0; page < maxPages; page++) {
      const isFirst = page === 0;
      const answer = await this.#context.request(this.#options.urlAt(this.#offset), {
        accept: "application/geo+json, application/json",
        maxBytes: maxListBytes - this.#length,
        ...(isFirst && this.validators && { validators: this.validators }),
      });
      this.isUnchanged = answer.kind === "unchanged";
      if (answer.kind === "unchanged") return;
      const hasMore = yield* this.#page(answer);
      this.validators = isFirst && !hasMore ? answer.validators : undefined;
      if (!hasMore) return;
    }
    const { source } = this.#options;
    throw new FeedError("invalid_answer", `${source} answered more than ${maxPages} pages`);
  }

  /** Returns whether there are more. */
  async *#page(answer: FeedContent): AsyncGenerator<unknown, boolean> {
    const { source } = this.#options;
    const reader = new FeatureReader(source, answer.body, this.#context.pause);
    const isRepeating = this.#last !== undefined;
    const ids: unknown[] = [];
    let last: unknown;
    let hasMoved = false;
    try {
      for await (const feature of reader.features()) {
        const id = idOf(feature);
        ids.push(id);
        last = feature;
        if (isRepeating && ids.length === 1) {
          hasMoved = factsOf(feature) !== this.#last;
          continue;
        }
        // Where a row comes again, the list may have the row twice.
        if (!isRepeating && id !== undefined && this.#seen.has(id)) hasMoved = true;
        yield feature;
      }
    } catch (error) {
      // The status says more than a body that is not JSON.
      if (answer.status === 200 || !(error instanceof FeedError)) throw error;
      throw arcgisError(source, answer.status, undefined, answer.retryAfterMs);
    }
    this.#length += reader.length;
    const { rest } = reader;
    if (answer.status !== 200 || "error" in rest)
      throw arcgisError(source, answer.status, rest.error, answer.retryAfterMs);
    if (rest.type !== "FeatureCollection" || !Array.isArray(rest.features))
      throw new FeedError("invalid_answer", `${source} answered something without features`);
    if (isExceeded(rest) && ids.length <= (isRepeating ? overlap : 0))
      throw new FeedError("invalid_answer", `${source} announced more rows and sent none`);
    this.hasMoved = hasMoved || (isRepeating && ids.length === 0);
    if (this.hasMoved)
      throw new FeedError("invalid_answer", `${source} changed its list between two pages`);
    if (!isExceeded(rest)) return false;
    for (const id of ids) this.#seen.add(id);
    this.#last = ids.length > overlap ? factsOf(last) : undefined;
    this.#offset += ids.length - (this.#last === undefined ? 0 : overlap);
    return true;
  }
}

/** ArcGIS says at one of two places that there is more. */
function isExceeded({ exceededTransferLimit, properties }: Readonly<Record<string, unknown>>) {
  const inner = isRecord(properties) ? properties.exceededTransferLimit : undefined;
  return [exceededTransferLimit, inner].some((each) => each === true || each === "true");
}

function idOf(feature: unknown): unknown {
  if (!isRecord(feature)) return undefined;
  const { id, properties } = feature;
  const found = id ?? (isRecord(properties) ? properties.OBJECTID : undefined);
  return found ?? undefined;
}

function factsOf(feature: unknown): string {
  return JSON.stringify(isRecord(feature) ? feature.properties : null);
}

/** The wait that WFIGS asks for when it says none. */
const usualWaitMs = 60_000;
const maxWaitMs = 3_600_000;

/** The error of a status, or of ArcGIS' envelope, of which each member may be missing. */
function arcgisError(
  source: string,
  status: number,
  envelope: unknown,
  retryAfterMs: number | undefined,
): FeedError {
  const { code, message, details } = isRecord(envelope) ? envelope : {};
  const number = typeof code === "number" ? code : status === 200 ? undefined : status;
  const waitMs = retryAfterMs ?? waitIn([message, details].flat());
  const said = typeof message === "string" && message !== "" ? `: ${quoted(message)}` : "";
  const error = number === undefined ? "an error" : `error ${number}`;
  if (number === 429) {
    const text = `${source} has too many requests, of all its users: it asks to wait`;
    return new FeedError("quota", text, waitMs ?? usualWaitMs);
  }
  const isRefused = number !== undefined && number >= 400 && number < 500 && number !== 408;
  return new FeedError(
    isRefused ? "refused" : "unreachable",
    `${source} answered ${error}${said}`,
    waitMs,
  );
}

/** "Retry after 60 sec" in the texts of an error. */
function waitIn(texts: readonly unknown[]): number | undefined {
  for (const text of texts) {
    const seconds = typeof text === "string" && /retry after (\d{1,6}) sec/i.exec(text)?.[1];
    if (seconds) return Math.min(Number(seconds) * 1000, maxWaitMs);
  }
  return undefined;
}

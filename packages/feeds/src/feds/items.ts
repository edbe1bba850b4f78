import { type Bbox, printInstant } from "@emberline/geo";
import type { FeedContext } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { envelopeOf } from "../geojson/envelope.ts";
import { FeatureReader, isRecord } from "../geojson/read-features.ts";
import { type FedsRow, readRow } from "./row.ts";

export const source = "FEDS";

/** Perimeters have megabytes: pages of a thousand fail at the source. */
const pageSize = 100;
const minPageSize = 10;
const maxPages = 2000;
/** Of all pages of a span, whose rows are held together. */
const maxSpanBytes = 200e6;

export interface ItemsQuery {
  readonly baseUrl: URL;
  readonly collection: string;
  /** Empty for all that the source covers. */
  readonly areas: readonly Bbox[];
}

/** The rows of a span of time. */
export interface Items {
  readonly rows: readonly FedsRow[];
  readonly received: number;
  readonly rejected: number;
}

/**
 * All rows of a span, page by page.
 * @param end epoch milliseconds; null for all later ones
 * @throws {FeedError} when a page fails, or the pages do not fit together
 */
export async function readItems(
  query: ItemsQuery,
  span: { readonly start: number; readonly end: number | null },
  context: Pick<FeedContext, "request" | "pause">,
): Promise<Items> {
  const rows = new Map<string, FedsRow>();
  let [received, rejected, limit, length] = [0, 0, pageSize, 0];
  let matched: number | undefined;
  for (let page = 0; page < maxPages; page++) {
    const url = itemsUrl(query, span, { limit, offset: received });
    let answer: Page;
    try {
      answer = await readPage(url, maxSpanBytes - length, context);
    } catch (error) {
      const isSmaller = error instanceof FeedError && error.code === "unreachable";
      if (!isSmaller || limit === minPageSize) throw error;
      limit = Math.max(minPageSize, Math.floor(limit / 3));
      continue;
    }
    if (matched !== undefined && answer.matched !== matched) throw spanChanged();
    matched = answer.matched;
    length += answer.length;
    for (const feature of answer.features) {
      await context.pause();
      const row = readRow(feature);
      if (!row) rejected++;
      else if (rows.has(row.feature.id)) throw spanChanged();
      else rows.set(row.feature.id, row);
    }
    received += answer.features.length;
    const hasMore = answer.hasNext || received < (matched ?? 0);
    if (!hasMore) {
      if (matched !== undefined && received !== matched) throw spanChanged();
      return { rows: [...rows.values()], received, rejected };
    }
    if (answer.features.length === 0)
      throw new FeedError("invalid_answer", `${source} announced more rows and sent none`);
  }
  throw new FeedError("invalid_answer", `${source} answered more than ${maxPages} pages`);
}

function itemsUrl(
  { baseUrl, collection, areas }: ItemsQuery,
  { start, end }: { readonly start: number; readonly end: number | null },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): URL {
  const base = baseUrl.href.replace(/\/*$/, "/");
  const url = new URL(`collections/${encodeURIComponent(collection)}/items`, base);
  const bbox = envelopeOf(areas);
  url.search = new URLSearchParams({
    f: "geojson",
    datetime: `${printInstant(start)}/${end === null ? ".." : printInstant(end)}`,
    sortby: "primarykey",
    limit: String(limit),
    offset: String(offset),
    ...(bbox && { bbox }),
  }).toString();
  return url;
}

interface Page {
  readonly features: readonly unknown[];
  /** Characters. */
  readonly length: number;
  /** `numberMatched`. */
  readonly matched: number | undefined;
  readonly hasNext: boolean;
}

async function readPage(
  url: URL,
  maxBytes: number,
  { request, pause }: Pick<FeedContext, "request" | "pause">,
): Promise<Page> {
  const answer = await request(url, { accept: "application/geo+json", maxBytes });
  if (answer.kind === "unchanged") throw new FeedError("invalid_answer", `${source} answered 304`);
  const { status, retryAfterMs } = answer;
  if (status === 429) throw new FeedError("quota", `${source} asks to wait`, retryAfterMs);
  if (status >= 500 || status === 408)
    throw new FeedError("unreachable", `${source} answered error ${status}`, retryAfterMs);
  if (status !== 200) throw new FeedError("refused", `${source} answered error ${status}`);
  const reader = new FeatureReader(source, answer.body, pause);
  const features: unknown[] = [];
  for await (const feature of reader.features()) features.push(feature);
  const { type, features: list, numberMatched, links } = reader.rest;
  if (type !== "FeatureCollection" || !Array.isArray(list))
    throw new FeedError("invalid_answer", `${source} answered something without features`);
  return {
    features,
    length: reader.length,
    matched: typeof numberMatched === "number" ? numberMatched : undefined,
    // Only a sign that there is more: the next page is of the same address, at the next offset.
    hasNext: Array.isArray(links) && links.some((link) => isRecord(link) && link.rel === "next"),
  };
}

function spanChanged(): FeedError {
  return new FeedError("invalid_answer", `${source} changed its rows between two pages`);
}

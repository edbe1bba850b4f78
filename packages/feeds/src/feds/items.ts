import { type Bbox, parseTimeMs, printInstant } from "@emberline/geo";
import { envelopeOf } from "../geojson/envelope.ts";
import { FeatureReader, isRecord } from "../geojson/read-features.ts";
import { readOutline } from "../geojson/read-outline.ts";
import { type FeedContext, FeedError, type FeedFeature } from "../values/feed.ts";

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

/** A perimeter of one time step. */
interface FedsRow {
  readonly feature: FeedFeature;
  /** Of its last observation; epoch milliseconds. */
  readonly timeMs: number;
}

/** Region, number of the fire, and the time step without zone. */
const keyForm = /^([\w-]{1,40})\|(\d{1,15}(?:\.\d+)?)\|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/;

/** Undefined if the feature has no key, time or valid outline. */
function readRow(value: unknown): FedsRow | undefined {
  if (!isRecord(value) || !isRecord(value.properties)) return undefined;
  const fields = value.properties;
  const geometry = readOutline(value.geometry);
  const key = keyForm.exec(String(fields.primarykey ?? value.id)) ?? keyForm.exec(keyOf(fields));
  const timeMs = parseTimeMs(String(fields.t ?? key?.[3] ?? ""));
  if (!geometry || !key || timeMs === undefined) return undefined;
  const [id, region, number, step] = key as unknown as [string, string, string, string];
  return {
    timeMs,
    feature: {
      type: "Feature",
      id,
      geometry,
      properties: {
        // Numbers are those of a region: another region has the same ones.
        fire_id: `${region}|${Number(number)}`,
        kind: "satellite_estimate",
        source: "FEDS",
        datetime: printInstant(timeMs),
        // Steps without new pixels repeat the time of the last observation.
        sequence: Number(step.replace(/\D/g, "")),
        region,
        primarykey: id,
        duration_days: numberOf(fields.duration),
        farea_km2: numberOf(fields.farea),
        fperim_km: numberOf(fields.fperim),
        flinelen_km: numberOf(fields.flinelen),
        n_pixels: numberOf(fields.n_pixels),
        n_newpixels: numberOf(fields.n_newpixels),
        pixden: numberOf(fields.pixden),
        meanfrp_mw: numberOf(fields.meanfrp),
        is_active: booleanOf(fields.isactive),
        merged_into: mergedInto(region, fields.mergeid),
      },
      time: { start: timeMs, end: timeMs },
    },
  };
}

/** The key in its usual form, for rows without one. */
function keyOf({ region, fireid, t }: Readonly<Record<string, unknown>>): string {
  const number = numberOf(fireid);
  return `${typeof region === "string" ? region : ""}|${number === null ? "" : number.toFixed(1)}|${String(t)}`;
}

function mergedInto(region: string, mergeid: unknown): string | null {
  const number = numberOf(mergeid);
  return number === null ? null : `${region}|${number}`;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Its type is not documented. */
function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined) return null;
  const text = String(value).toLowerCase();
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : null;
}

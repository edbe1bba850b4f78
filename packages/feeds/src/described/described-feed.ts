import type { Bbox } from "@emberline/geo";
import { ArcgisPages } from "../arcgis/pages.ts";
import { arcgisUrl } from "../arcgis/query-url.ts";
import type { Description } from "../description/description.ts";
import { FileRows } from "../mechanisms/file.ts";
import { OgcRows } from "../mechanisms/ogc-features.ts";
import type { Asked, Rows } from "../mechanisms/rows.ts";
import { WfsRows } from "../mechanisms/wfs.ts";
import {
  type Change,
  type Feed,
  type FeedContext,
  FeedError,
  type FeedInterval,
} from "../values/feed.ts";
import { changeOf } from "./changes.ts";
import { Listing } from "./listing.ts";
import { type DescribedState, keyOf, parseState, printState } from "./state.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** A list has only what is listed now: what a longer break had is missed. */
const maxBreakMs = 86_400_000;
/** A list that changes between two of its pages is read again at once, this many times in all. */
const maxLists = 3;

export interface DescribedOptions {
  /** Boxes to read; empty for all that the source has. */
  readonly areas?: readonly Bbox[] | undefined;
}

/** The feed that a description means. */
export function describedFeed(
  description: Description,
  { areas = [] }: DescribedOptions = {},
): Feed {
  const { name, title, layer, credit, minutes, coverage, staleHours, delayHours, leaves } =
    description;
  const key = keyOf(description, areas);
  return {
    name,
    title,
    layer,
    credit,
    minMinutes: minutes,
    ...(delayHours !== undefined && { delayHours }),
    ...(staleHours !== undefined && { usualAgeHours: staleHours }),
    ...(description.system !== undefined && { system: description.system }),
    known: description.known,
    newestAt: (state) => parseState(state)?.newest,
    ...(coverage && { countries: { category: coverage.kind, codes: coverage.countries } }),
    ...(leaves === "keep" && { covered: (state: unknown) => coveredIn(state, key) }),
    ...(leaves !== "stay" && { listed: listedIn }),
    read: (context) => read(description, areas, key, context),
  };
}

async function* read(
  description: Description,
  areas: readonly Bbox[],
  key: string,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  const readMs = context.now();
  const previous = parseState(context.state);
  const isSame = previous?.key === key;
  const asked: Asked = {
    name: description.name,
    areas,
    nowMs: readMs,
    sinceMs: sinceOf(description, isSame ? previous.readMs : undefined, readMs),
    validators: isSame ? previous.validators : undefined,
    context,
  };
  const { listing, rows } = await readList(description, asked, context);
  const { received, rejected } = listing.counts;
  if (received > 0 && rejected === received)
    throw new FeedError(
      "invalid_answer",
      `${description.name} answered ${received} rows, none of them valid: ${listing.mainReason()}`,
    );
  const goesOn = isSame && readMs - previous.readMs <= maxBreakMs;
  const base = {
    readMs,
    sinceMs: goesOn ? previous.sinceMs : readMs,
    key,
    validators: rows.validators,
    newest: newestOf(listing.newest, previous?.newest),
  };
  const complete = rows.isUnchanged ? undefined : listing;
  const { lists, ...change } = await changeOf({
    ...{ description, areas, listing: complete, previous, nowMs: readMs, context },
  });
  const state: DescribedState = { ...base, ...lists };
  const counts = { ...listing.counts, ...change.counts };
  yield { put: change.put, remove: change.remove, state: printState(state), counts };
}

/** What `{since}` means: the window, or of a shorter gap only what is new, and an overlap. */
function sinceOf({ source }: Description, readBefore: number | undefined, nowMs: number): number {
  const window = "window" in source ? source.window : undefined;
  if (!window) return nowMs;
  const earliest = nowMs - window.hours * hourMs;
  if (window.overlapMinutes === undefined || readBefore === undefined) return earliest;
  return Math.max(earliest, readBefore - window.overlapMinutes * minuteMs);
}

async function readList(
  description: Description,
  asked: Asked,
  context: Pick<FeedContext, "stored" | "pause" | "report">,
): Promise<{ listing: Listing; rows: Rows }> {
  for (let lists = 1; ; lists++) {
    const listing = new Listing(description, asked, context);
    const rows = rowsOf(description, asked);
    try {
      for await (const row of rows.rows()) {
        await listing.add(row);
        await context.pause();
      }
      return { listing, rows };
    } catch (error) {
      if (!rows.hasMoved || lists === maxLists) throw error;
    }
  }
}

function rowsOf({ name, source, geometry = ["feature"] }: Description, asked: Asked): Rows {
  if (source.mechanism === "ogc-features") return new OgcRows(source, asked);
  if (source.mechanism === "wfs") return new WfsRows(source, asked, geometry[0] === "feature");
  if (source.mechanism === "file") return new FileRows(source, asked);
  const query = {
    url: new URL(source.url),
    where: source.where ?? "1=1",
    order: source.order ?? "OBJECTID",
    fields: source.fields ?? "*",
    pageSize: source.pageSize ?? 1000,
    areas: asked.areas,
  };
  const options = { source: name, urlAt: (offset: number) => arcgisUrl(query, offset) };
  return new ArcgisPages(options, asked.validators, asked.context);
}

function newestOf(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

function coveredIn(value: unknown, key: string): FeedInterval[] {
  const state = parseState(value);
  return state?.key === key ? [{ start: state.sinceMs, end: state.readMs }] : [];
}

function listedIn(value: unknown): string[] {
  const state = parseState(value);
  if (!state) return [];
  const outlines = [...state.fires.values()].flatMap(({ snapshot, hasLeft }) =>
    hasLeft ? [] : (snapshot ?? []),
  );
  return [...state.listed, ...state.missing.keys(), ...outlines];
}

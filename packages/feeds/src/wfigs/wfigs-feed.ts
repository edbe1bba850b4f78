import type { Bbox } from "@emberline/geo";
import { ArcgisPages } from "../arcgis/pages.ts";
import { type ArcgisQuery, arcgisUrl } from "../arcgis/query-url.ts";
import { type Change, type Feed, type FeedContext, FeedError } from "../values/feed.ts";
import { ListChange } from "./list-change.ts";
import { Listing } from "./listing.ts";
import { parseState, printState, type WfigsState } from "./state.ts";

const source = "WFIGS";
const path = "WFIGS_Interagency_Perimeters_Current/FeatureServer/0";

interface PerimeterQuery {
  /** The folder of the services. */
  readonly baseUrl: URL;
  /** Codes of `attr_IncidentTypeCategory`. */
  readonly categories: readonly string[];
  /** Empty for the world. */
  readonly areas: readonly Bbox[];
}

/** Where WFIGS is served. */
const wfigsUrl = new URL("https://services3.arcgis.com/T4QMspbfLg3qTGWY/ArcGIS/rest/services/");

export interface WfigsOptions {
  /** The folder of the services; default `wfigsUrl`. */
  readonly baseUrl?: URL | undefined;
  /** Empty for the whole list, which covers the USA. */
  readonly areas?: readonly Bbox[] | undefined;
  /** Also prescribed fires (`incident_type`); default only wildfires. */
  readonly prescribed?: boolean | undefined;
}

/**
 * Current perimeters of fires in the USA, as their agencies map them: a snapshot for each outline
 * and date. Where only the facts of a fire change, its newest snapshot is replaced.
 */
export function wfigsFeed(options: WfigsOptions = {}): Feed {
  const query: PerimeterQuery = {
    baseUrl: options.baseUrl ?? wfigsUrl,
    categories: options.prescribed ? ["WF", "RX"] : ["WF"],
    areas: options.areas ?? [],
  };
  return {
    name: "wfigs-perimeters",
    title: "WFIGS current interagency fire perimeters (USA)",
    layer: "perimeters",
    credit: {
      name: "WFIGS, National Interagency Fire Center",
      text: "Wildland Fire Interagency Geospatial Services (WFIGS), National Interagency Fire Center",
      url: "https://data-nifc.opendata.arcgis.com",
      licence: "US Government work, public domain",
      disclaimer: null,
    },
    minMinutes: 5,
    // Edits are in the list within a quarter of an hour.
    delayHours: 0.5,
    countries: { category: "agency_mapped", codes: ["US", "PR", "VI", "GU", "MP", "AS"] },
    covered: (state) => coveredIn(parseState(state), keyOf(query)),
    read: (context) => read(query, context),
    listed: (state) =>
      [...(parseState(state)?.fires.values() ?? [])].flatMap(({ snapshot, hasLeft }) =>
        hasLeft ? [] : (snapshot ?? []),
      ),
  };
}

/** A list that changes between two of its pages is read again at once, this many times in all. */
const maxLists = 3;

async function* read(query: PerimeterQuery, context: FeedContext): AsyncGenerator<Change, void> {
  const readMs = context.now();
  const previous = parseState(context.state);
  const key = keyOf(query);
  const known = previous ?? { fires: new Map(), validators: undefined };
  const validators = previous?.query === key ? previous.validators : undefined;
  const { listing, pages } = await readList(query, { ...known, readMs, validators }, context);
  if (listing.received > 0 && listing.rejected === listing.received)
    throw new FeedError("invalid_answer", `${source} answered no row that is a perimeter`);
  if (pages.isUnchanged && previous) {
    const counts = { received: 0, rejected: 0, added: 0, replaced: 0, removed: 0 };
    const state = printState({ ...previous, readMs, sinceMs: sinceOf(previous, key, readMs) });
    yield { put: [], remove: [], state, counts };
    return;
  }
  const change = new ListChange(listing, previous, readMs, context);
  const made = await change.make();
  const state: WfigsState = {
    readMs,
    sinceMs: sinceOf(previous, key, readMs),
    query: key,
    validators: pages.validators,
    fires: change.fires,
  };
  yield { ...made, state: printState(state) };
}

function layerQueryOf({ baseUrl, categories, areas }: PerimeterQuery): ArcgisQuery {
  const base = baseUrl.href.endsWith("/") ? baseUrl.href : `${baseUrl.href}/`;
  const codes = categories.map((code) => `'${code}'`);
  const test = codes.length === 1 ? `=${codes[0]}` : ` IN (${codes.join(",")})`;
  return {
    url: new URL(path, base),
    where: `attr_IncidentTypeCategory${test}`,
    order: "OBJECTID",
    fields: "*",
    pageSize: 1000,
    areas,
  };
}

function keyOf({ categories, areas }: PerimeterQuery): string {
  return JSON.stringify([categories, areas]);
}

/** A list has only the newest outline of a fire: those of a longer break are missed. */
const maxBreakMs = 86_400_000;

function sinceOf(previous: WfigsState | undefined, key: string, readMs: number): number {
  const goesOn = previous?.query === key && readMs - previous.readMs <= maxBreakMs;
  return goesOn ? previous.sinceMs : readMs;
}

function coveredIn(state: WfigsState | undefined, key: string) {
  return state?.query === key ? [{ start: state.sinceMs, end: state.readMs }] : [];
}

async function readList(
  query: PerimeterQuery,
  { fires, readMs, validators }: Omit<WfigsState, "query" | "sinceMs">,
  context: FeedContext,
): Promise<{ listing: Listing; pages: ArcgisPages }> {
  const layerQuery = layerQueryOf(query);
  for (let lists = 1; ; lists++) {
    const listing = new Listing(query, fires, readMs);
    const pages = new ArcgisPages(
      { source, urlAt: (offset) => arcgisUrl(layerQuery, offset) },
      validators,
      context,
    );
    try {
      for await (const feature of pages.rows()) await listing.add(feature, context.pause);
      return { listing, pages };
    } catch (error) {
      if (!pages.hasMoved || lists === maxLists) throw error;
    }
  }
}

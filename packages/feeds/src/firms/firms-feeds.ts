import { type Bbox, dateForm } from "@emberline/geo";
import { type Feed, type FeedContext, FeedError } from "../values/feed.ts";
import { apiFeed } from "./api-feed.ts";
import type { AreaOptions } from "./area-reading.ts";
import { areasOf } from "./areas.ts";
import { isDue } from "./days.ts";
import { filesFeed } from "./files-feed.ts";
import { keyOrFiles } from "./key-or-files.ts";
import { MapKey } from "./map-key.ts";
import { sources as allSources, type Source, type SourceName, sourceNames } from "./sources.ts";

export interface FirmsOptions {
  readonly baseUrl: URL;
  /** MAP_KEY, from https://firms.modaps.eosdis.nasa.gov/api/map_key/. */
  readonly key?: string | undefined;
  /** Default all. */
  readonly sources?: readonly SourceName[] | undefined;
  /** Empty for the world. */
  readonly areas: readonly Bbox[];
  /** How many days are kept. */
  readonly days: number;
}

/**
 * NASA FIRMS' active fires: a feed per source, and with a key one more for its standard product.
 * Feeds of one call share the quota of their key, and read the open files while FIRMS refuses it.
 */
export function firmsFeeds({
  baseUrl,
  key,
  sources = sourceNames,
  areas,
  days,
}: FirmsOptions): Feed[] {
  const chosen = sourceNames.filter((name) => sources.includes(name));
  if (key === undefined) {
    return chosen.map((name) => filesFeed(allSources[name], { baseUrl, areas, days }));
  }
  const options = { key: new MapKey(baseUrl, key), areas: areasOf(areas), days };
  const standard = chosen.flatMap((name) => {
    const { sp } = allSources[name];
    return sp === undefined ? [] : [standardFeed(allSources[name], sp, options)];
  });
  const current = chosen.map((name) => {
    const source = allSources[name];
    return keyOrFiles(areaFeed(source, options), filesFeed(source, { baseUrl, areas, days }));
  });
  return [...current, ...standard];
}

/** A near real-time source by FIRMS' area API. */
function areaFeed(source: Source, options: AreaOptions): Feed {
  return apiFeed(
    source,
    {
      source: source.nrt,
      suffix: "nrt",
      title: "near real-time",
      minMinutes: 10,
      isStandard: false,
      due: async (wanted, { state, began }) =>
        wanted.filter((day) => isDue(day, state.days[day], began)),
    },
    options,
  );
}

const dayMs = 86_400_000;
/** Standard products are corrected at times. */
const settledMs = 30 * dayMs;
/** A day without rows may be one without fires, or one whose rows are not there yet. */
const emptyMs = dayMs;

/**
 * The standard product of a source, which follows after two to five months and replaces the near
 * real-time rows of its days. Its window ends the day before that of the near real-time source
 * begins, and moves: FIRMS says where it is.
 */
function standardFeed(source: Source, standard: string, options: AreaOptions): Feed {
  return apiFeed(
    source,
    {
      source: standard,
      suffix: "sp",
      title: "standard product",
      minMinutes: 360,
      isStandard: true,
      async due(wanted, { state, began, context }) {
        const offered = await availabilityOf(standard, options.key, context);
        return wanted.filter((day) => {
          const isOffered = offered !== undefined && day >= offered.first && day <= offered.last;
          const againMs = state.empty.includes(day) ? emptyMs : settledMs;
          return isOffered && began - (state.days[day] ?? Number.NEGATIVE_INFINITY) >= againMs;
        });
      },
    },
    options,
  );
}

/** First and last UTC day of a source. */
interface Availability {
  readonly first: string;
  readonly last: string;
}

const maxTextLength = 100_000;

/** FIRMS does not say what this costs. */
const cost = 1;

/** The days that FIRMS has of a source; undefined if it does not list the source. */
async function availabilityOf(
  source: string,
  key: MapKey,
  context: FeedContext,
): Promise<Availability | undefined> {
  const endpoint = "api/data_availability/csv";
  const answer = await key.send({ endpoint, path: source, cost, isPast: true }, context);
  if (answer.kind === "unchanged")
    throw new FeedError("invalid_answer", "FIRMS answered without a body");
  let text = "";
  for await (const piece of answer.body) {
    text += piece;
    if (text.length > maxTextLength) break;
  }
  const [header = [], ...rows] = text.split("\n").map((line) => line.trim().split(","));
  const [id, first, last] = ["data_id", "min_date", "max_date"].map((name) =>
    header.indexOf(name),
  ) as [number, number, number];
  if (Math.min(id, first, last) < 0 || answer.status >= 300) {
    throw await key.errorOf({ ...answer, text }, context);
  }
  key.works();
  const row = rows.find((cells) => cells[id] === source);
  if (!row) return undefined;
  const window = { first: row[first] ?? "", last: row[last] ?? "" };
  if (!dateForm.test(window.first) || !dateForm.test(window.last)) {
    throw new FeedError("invalid_answer", "FIRMS lists a source without the dates of its days");
  }
  return window;
}

import type { Bbox } from "@emberline/geo";
import {
  type Change,
  type Feed,
  type FeedContext,
  FeedError,
  type FeedInterval,
  type Validators,
} from "../values/feed.ts";
import { mergeIntervals } from "../values/merge-intervals.ts";
import { errorOf } from "./answer-error.ts";
import { isInAreas } from "./areas.ts";
import { changesOf, withoutRows } from "./changes.ts";
import { firmsCredit } from "./credit.ts";
import { latestOf, newestIn } from "./newest.ts";
import { readCsv } from "./read-csv.ts";
import { type Source, silentHours } from "./sources.ts";
import { urlUnder } from "./url-under.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The open files, by the hours that they cover at least. */
const files = { "24h": 24, "48h": 48, "7d": 168 } as const;

type FileName = keyof typeof files;

export interface FilesOptions {
  readonly baseUrl: URL;
  readonly areas: readonly Bbox[];
  /** Retention. */
  readonly days: number;
}

interface FilesState {
  /** Other areas have to be read from the beginning. */
  readonly areas: string;
  /** When the last complete reading of a file, or of a longer one, began. */
  readonly readAt: Readonly<Partial<Record<FileName, number>>>;
  readonly validators: Readonly<Partial<Record<FileName, Validators>>>;
  /** The time of the files that were read; epoch milliseconds. */
  readonly covered: readonly FeedInterval[];
  /** The newest acquisition that was ever read; epoch milliseconds. */
  readonly newest?: number | undefined;
}

/** A near real-time source by FIRMS' open files of the world, which need no key. */
export function filesFeed(source: Source, options: FilesOptions): Feed {
  return {
    name: `firms-files-${source.name}`,
    title: `NASA FIRMS: ${source.title}, near real-time, from the open files`,
    layer: "hotspots",
    system: "FIRMS",
    credit: firmsCredit,
    // The files are made anew every hour.
    minMinutes: 30,
    // Those of the source, and the hour of the file.
    delayHours: 4,
    usualAgeHours: silentHours,
    newestAt: (state) => stateOf(state, options.areas).newest,
    covered: (state) => stateOf(state, options.areas).covered,
    read: (context) => readFile(source, options, context),
  };
}

async function* readFile(
  source: Source,
  { baseUrl, areas, days }: FilesOptions,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  const began = context.now();
  const state = stateOf(context.state, areas);
  const name = fileFor(state.readAt, days, began);
  const [folder, file] = source.files;
  const url = urlUnder(baseUrl, `data/active_fire/${folder}/csv/${file}_Global_${name}.csv`);
  const answer = await context.request(url, { validators: state.validators[name] });
  if (answer.kind === "unchanged") {
    yield withoutRows({ received: 0, rejected: 0 }, withRead(state, name, began));
    return;
  }
  const csv = await readCsv(answer.body, context.pause);
  if ("text" in csv || answer.status >= 300) {
    const text = "text" in csv ? csv.text : "";
    throw (
      errorOf({ ...answer, text }) ??
      new FeedError("invalid_answer", "FIRMS asks for a key, but its files need none")
    );
  }
  const asked = {
    interval: { start: began - 10 * dayMs, end: began + dayMs },
    covered: { start: began - files[name] * hourMs, end: began },
    isStandard: false,
    since: began - days * dayMs,
    satellites: source.satellites,
    isInArea: (position: readonly [number, number]) => isInAreas(areas, position),
    state,
    stateAfter: {
      ...withRead(state, name, began, answer.validators),
      newest: latestOf(state.newest, await newestIn(csv, began, context.pause)),
    },
  };
  yield* changesOf(csv, asked, context);
}

/**
 * The file to read: the longest at first, daily, and after a longer gap, since detections may be
 * days late; that of 48 hours every 6 hours; else the shortest.
 */
function fileFor(readAt: FilesState["readAt"], days: number, now: number): FileName {
  const since = (name: FileName) => now - (readAt[name] ?? Number.NEGATIVE_INFINITY);
  if (days > 2 && since("7d") >= dayMs) return "7d";
  if (days > 1 && since("48h") >= 6 * hourMs) return "48h";
  return "24h";
}

function withRead(
  { areas, readAt, validators, covered: before, newest }: FilesState,
  name: FileName,
  began: number,
  fresh: Validators | undefined = validators[name],
): FilesState {
  const shorter = (Object.keys(files) as FileName[]).filter((other) => files[other] <= files[name]);
  return {
    areas,
    readAt: { ...readAt, ...Object.fromEntries(shorter.map((other) => [other, began])) },
    validators: { ...validators, ...(fresh && { [name]: fresh }) },
    covered: mergeIntervals([...before, { start: began - files[name] * hourMs, end: began }]),
    newest,
  };
}

function stateOf(value: unknown, boxes: readonly Bbox[]): FilesState {
  const own = boxes.map((box) => box.join(",")).join(" ");
  const {
    areas,
    readAt = {},
    validators = {},
    newest,
    ...kept
  } = (value ?? {}) as Partial<FilesState>;
  if (areas !== own) return { areas: own, readAt: {}, validators: {}, covered: [] };
  return { areas: own, readAt, validators, newest, covered: kept.covered ?? [] };
}

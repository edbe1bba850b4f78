import {
  type Change,
  type Feed,
  FeedError,
  type FeedFeature,
  type FeedRequest,
  type FeedRequestOptions,
} from "../../src/index.ts";

export const key = "0123456789abcdef0123456789abcdef";
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Noon of a day of the real data. */
export const noon = Date.parse("2026-07-17T12:00:00Z");

export const viirsHeader =
  "latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight";
export const modisHeader =
  "latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight";

const viirs = {
  latitude: "42.59076",
  longitude: "-123.00650",
  bright_ti4: "303.02",
  scan: "0.5",
  track: "0.66",
  acq_date: "2026-07-17",
  acq_time: "911",
  satellite: "N21",
  instrument: "VIIRS",
  confidence: "n",
  version: "2.0NRT",
  bright_ti5: "279.34",
  frp: "2.13",
  daynight: "N",
};

type Cells = Partial<Record<keyof typeof viirs | "brightness" | "bright_t31" | "type", string>>;

/** A row of VIIRS in the area API's layout, with some cells of its own. */
export function viirsRow(cells: Cells = {}): string {
  return Object.values({ ...viirs, ...cells }).join(",");
}

/** A row of MODIS in the area API's layout. */
export function modisRow(cells: Cells = {}): string {
  const { bright_ti4: brightness, bright_ti5: bright_t31, ...rest } = viirs;
  const own = { brightness, bright_t31, ...rest, satellite: "Terra", instrument: "MODIS" };
  const row: Record<string, string> = { ...own, confidence: "71", version: "6.1NRT", ...cells };
  return modisHeader
    .split(",")
    .map((name) => row[name])
    .join(",");
}

export function csv(header: string, ...rows: string[]): string {
  return [header, ...rows].map((line) => `${line}\n`).join("");
}

interface Script {
  readonly status?: number;
  readonly mediaType?: string;
  readonly body?: string | readonly string[];
  readonly etag?: string;
}

/** What is answered to a path, without the key; undefined for a header alone. */
export type Answers = (path: string) => string | Script | undefined;

const status = { transaction_limit: 5000, current_transactions: 0 };

/** A source of scripted answers, with the paths that were asked for. */
export function scripted(answers: Answers) {
  const paths: string[] = [];
  const options: FeedRequestOptions[] = [];
  const request: FeedRequest = async (url, given = {}) => {
    const path = decodeURIComponent(url.pathname + url.search).replace(key, "KEY");
    paths.push(path);
    options.push(given);
    const usual = path.includes("mapkey_status") ? JSON.stringify(status) : csv(viirsHeader);
    const found = answers(path) ?? usual;
    const answer: Script = typeof found === "string" ? { body: found } : found;
    if (answer.etag && given.validators?.etag === answer.etag)
      return { kind: "unchanged" as const };
    const pieces = typeof answer.body === "string" ? [answer.body] : (answer.body ?? []);
    return {
      kind: "content" as const,
      status: answer.status ?? 200,
      mediaType: answer.mediaType ?? "text/plain",
      validators: answer.etag ? { etag: answer.etag } : {},
      retryAfterMs: undefined,
      body: (async function* () {
        yield* pieces;
      })(),
    };
  };
  /** Data requests, without those for the status of the key. */
  const data = () => paths.filter((path) => !path.includes("mapkey_status"));
  return { request, paths, data, options };
}

/** Features in memory, with the states of their feeds: a journal that forgets nothing. */
export class Memory {
  readonly features = new Map<string, FeedFeature>();
  readonly states = new Map<string, unknown>();

  async get(id: string): Promise<FeedFeature | undefined> {
    return this.features.get(id);
  }

  async *during({ start, end }: { start: number; end: number }): AsyncGenerator<FeedFeature> {
    for (const feature of [...this.features.values()]) {
      if (feature.time!.start <= end && feature.time!.end >= start) yield feature;
    }
  }

  apply(feed: string, { put, remove, state }: Change): void {
    for (const id of remove) this.features.delete(id);
    for (const feature of put) this.features.set(feature.id, feature);
    // As JSON, as a journal keeps it.
    this.states.set(feed, JSON.parse(JSON.stringify(state)));
  }

  /** One property of all features, sorted. */
  all(name: string): unknown[] {
    return [...this.features.values()].map(({ properties }) => properties[name]).sort();
  }

  get ids(): string[] {
    return [...this.features.keys()].sort();
  }
}

export interface Reading {
  readonly changes: Change[];
  readonly error: FeedError | undefined;
}

/** One reading, whose changes are stored one by one as they come. */
export async function read(
  feed: Feed,
  stored: Memory,
  request: FeedRequest,
  now: number = noon,
): Promise<Reading> {
  const changes: Change[] = [];
  const context = {
    signal: new AbortController().signal,
    now: () => now,
    request,
    state: stored.states.get(feed.name),
    stored,
    pause: () => undefined,
  };
  try {
    for await (const change of feed.read(context)) {
      stored.apply(feed.name, change);
      changes.push(change);
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { changes, error };
  }
  return { changes, error: undefined };
}

import { createHash } from "node:crypto";
import { day, hour, startOfDay, utcDate } from "../world/clock.ts";
import type { DetectionWorld, Row, Satellite } from "../world/detections.ts";
import { type Answer, jsonAnswer, textAnswer } from "./answer.ts";
import { type CsvLayout, writeCsv } from "./firms-csv.ts";
import { type Quota, transactions } from "./firms-quota.ts";

/** Sources of the area API that this stand-in has rows of; the others are listed, and empty. */
const sources: Readonly<Record<string, readonly Satellite[]>> = {
  MODIS_NRT: ["Terra", "Aqua"],
  MODIS_SP: ["Terra", "Aqua"],
  VIIRS_SNPP_NRT: ["SNPP"],
  VIIRS_SNPP_SP: ["SNPP"],
  VIIRS_NOAA20_NRT: ["NOAA20"],
  VIIRS_NOAA20_SP: ["NOAA20"],
  VIIRS_NOAA21_NRT: ["NOAA21"],
  LANDSAT_NRT: [],
  GOES_NRT: [],
};

const folders: Readonly<Record<string, readonly [file: string, satellites: readonly Satellite[]]>> =
  {
    "suomi-npp-viirs-c2": ["SUOMI_VIIRS_C2", ["SNPP"]],
    "noaa-20-viirs-c2": ["J1_VIIRS_C2", ["NOAA20"]],
    "noaa-21-viirs-c2": ["J2_VIIRS_C2", ["NOAA21"]],
    "modis-c6.1": ["MODIS_C6_1", ["Terra", "Aqua"]],
  };

/** Statuses of a refusal for its quota, which differ from time to time. */
const quotaStatuses = [400, 403, 200];

export interface FirmsOptions {
  readonly key: string;
  readonly quota: Quota;
  /** Columns that valid answers have in another order, or lack. */
  readonly layout?: Partial<Pick<CsvLayout, "without" | "reversed">>;
  /** Answers as if nothing had been detected. */
  readonly empty?: boolean;
}

/** Whether a request of this path is answered from the quota, and is large. */
export function isArea(path: string): boolean {
  return path.startsWith("/api/area/");
}

/** The answer of FIRMS at a simulated instant. */
export function answerFirms(
  world: DetectionWorld,
  url: URL,
  now: number,
  options: FirmsOptions,
): Answer {
  const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second] = parts;
  if (first === "api" && second === "area") return area(world, parts.slice(2), now, options);
  if (first === "api" && second === "data_availability") {
    const [, , format, key, source] = parts;
    if (format !== "csv") return textAnswer("Invalid API call.", 400);
    if (key !== options.key) return textAnswer("Invalid MAP_KEY.", 401);
    return availability(world, source ?? "ALL", now);
  }
  if (first === "mapserver" && second === "mapkey_status") {
    const known = url.searchParams.get("MAP_KEY") === options.key;
    if (!known) return textAnswer("Invalid MAP_KEY or transaction limit exceeded.", 403);
    return jsonAnswer({
      transaction_limit: options.quota.limit,
      current_transactions: options.quota.current(now),
      transaction_interval: "10 minutes",
    });
  }
  if (first === "data" && second === "active_fire") return file(world, parts.slice(2), now);
  return textAnswer("Invalid API call.", 400);
}

function area(
  world: DetectionWorld,
  parts: readonly string[],
  now: number,
  { key, quota, layout, empty }: FirmsOptions,
): Answer {
  const [format, givenKey, source = "", bounds = "", range = "", date] = parts;
  if (format !== "csv") return textAnswer("Invalid API call.", 400);
  if (givenKey !== key) return textAnswer("Invalid MAP_KEY.", 400);
  const satellites = sources[source];
  if (!satellites) return textAnswer("Invalid source.", 400);
  const bbox = bounds === "world" ? [-180, -90, 180, 90] : bounds.split(",").map(Number);
  const [west, south, east, north] = bbox as [number, number, number, number];
  if (bbox.length !== 4 || !(west >= -180 && east <= 180 && west < east && south < north)) {
    return textAnswer("Invalid area coordinate. Expects: [west,south,east,north]", 400);
  }
  const days = Number(range);
  const most = source === "GOES_NRT" ? 2 : 5;
  if (!/^\d+$/.test(range) || days < 1 || days > most) {
    return textAnswer(`Invalid day range. Expects [1..${most}].`, 400);
  }
  const dated = date !== undefined;
  if (dated && !(utcDateOrNothing(date) === date)) return textAnswer("Invalid date.", 400);
  if (!quota.spend(transactions([west, south, east, north], source, days), now)) {
    const status = quotaStatuses[(quota.current(now) % quotaStatuses.length) | 0]!;
    return textAnswer("Exceeding allowed transaction limit", status);
  }
  const start = dated ? Date.parse(date) : startOfDay(now) - (days - 1) * day;
  const standard = source.endsWith("_SP");
  const rows = rowsAt(world, satellites, now).filter(
    (row) =>
      (row.tier === "SP") === standard &&
      row.time >= start &&
      row.time < start + days * day &&
      row.longitude >= west &&
      row.longitude <= east &&
      row.latitude >= south &&
      row.latitude <= north,
  );
  const sensor = source.startsWith("MODIS") ? "MODIS" : "VIIRS";
  return textAnswer(writeCsv(empty ? [] : rows, { sensor, of: "area", standard, ...layout }));
}

/** Windows of near-real-time and standard rows join without overlap, and their boundary moves. */
function availability(world: DetectionWorld, source: string, now: number): Answer {
  const names = source === "ALL" ? Object.keys(sources) : [source];
  if (names.some((name) => !sources[name])) return textAnswer("Invalid source.", 400);
  const lines = names.map((name) => {
    const [satellite] = sources[name]!;
    if (!satellite) return `${name},2022-06-20,${utcDate(now)}`;
    const before = standardBefore(world, satellite, now);
    return name.endsWith("_SP")
      ? `${name},2012-01-20,${utcDate(before - day)}`
      : `${name},${utcDate(before)},${utcDate(now)}`;
  });
  return textAnswer(`${["data_id,min_date,max_date", ...lines].join("\n")}\n`);
}

/** Files of the last hours, made anew each hour. */
function file(world: DetectionWorld, parts: readonly string[], now: number): Answer {
  const [folder = "", format, name = ""] = parts;
  const [prefix, satellites] = folders[folder] ?? [];
  const match = /^(.+)_Global_(24h|48h|7d)\.csv$/.exec(name);
  if (!satellites || format !== "csv" || match?.[1] !== prefix) {
    return { status: 404, type: "text/html", body: "<html><body>Not Found</body></html>" };
  }
  const made = Math.floor(now / hour) * hour;
  // A file of 24 hours has rows of up to 28.
  const hours = { "24h": 28, "48h": 52, "7d": 172 }[match![2] as "24h" | "48h" | "7d"];
  const rows = rowsAt(world, satellites, made).filter(
    (row) => row.tier !== "SP" && row.time > made - hours * hour && row.time <= made,
  );
  const sensor = satellites.includes("Terra") ? "MODIS" : "VIIRS";
  const body = writeCsv(rows, { sensor, of: "file", standard: false });
  const tag = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return {
    status: 200,
    type: "text/csv",
    body,
    headers: { etag: `"${tag}"`, "last-modified": new Date(made).toUTCString() },
  };
}

/** The rows that the source has at an instant, of all times. */
function rowsAt(world: DetectionWorld, satellites: readonly Satellite[], now: number): Row[] {
  const before = new Map(satellites.map((name) => [name, standardBefore(world, name, now)]));
  return world.rows.filter((row) => {
    const boundary = before.get(row.satellite);
    if (boundary === undefined || row.from > now || row.until <= now) return false;
    return row.tier === "SP" ? row.time < boundary : row.time >= boundary;
  });
}

function standardBefore(world: DetectionWorld, satellite: Satellite, now: number): number {
  return world.standard.get(satellite)!.findLast(({ at }) => at <= now)!.before;
}

function utcDateOrNothing(date: string): string | undefined {
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : utcDate(time);
}

import { readFeatures, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { runProgram, subject } from "../lib/child.ts";
import { median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const service = new URL("../../packages/reference-service/dist/", import.meta.url);

const day = "2026-07-17";
const viirsRows = 80_000;
const modisRows = 20_000;

interface Rounds {
  /** Milliseconds of CPU time of each round. */
  readonly parse: readonly number[];
  readonly first: readonly number[];
  readonly again: readonly number[];
  /** The longest time without a turn of the event loop. */
  readonly holdMs: number;
  readonly rows: number;
}

/** A world day of FIRMS from CSV to the first answer, and to changes when it is stored already. */
export const liveDay: Row = {
  name: "live-day",
  skip: skipWithoutSharedData,
  async run() {
    const input = JSON.stringify({ day, viirs: viirsCsv(), modis: modisCsv() });
    const { parse, first, again, holdMs, rows }: Rounds = JSON.parse(
      await runProgram(subject("live-day.mjs"), { args: [service.href], input }),
    );
    if (rows !== viirsRows + modisRows) throw new Error(`${rows} rows instead of 100,000`);
    const line = (name: string, values: readonly number[], bound: number): Line => ({
      name,
      value: medianRatio(values, parse),
      unit: "× csv-parse of the same CSV, CPU time",
      goal: { kind: "≤", bound },
      measured: { unit: "ms", csv_parse: median(parse), emberline: median(values) },
    });
    return [
      line("live-day", first, 2),
      line("live-day-again", again, 1.5),
      {
        name: "live-day-hold",
        value: holdMs,
        unit: "ms",
        goal: { kind: "≤", bound: 50 },
        measured: { unit: "ms", longest: holdMs },
      },
    ];
  },
};

const modis = () =>
  readFeatures("hotspots_global_modis_2023-08-01_2023-08-02").map(({ properties }) => properties);

/** Real rows of two days, as of one. */
function modisCsv(): string {
  const columns =
    "latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight";
  const rows = modis()
    .slice(0, modisRows)
    .map((row, i) => ({ ...row, ...placeOf(row, i), ...timeOf(row) }));
  return csvOf(columns, rows);
}

/** Measures of real rows of VIIRS at the places of real rows of MODIS. */
function viirsCsv(): string {
  const columns =
    "latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight";
  const measures = readFeatures("hotspots_oregon_viirs_2026-07").map((each) => each.properties);
  const places = modis();
  const rows = Array.from({ length: viirsRows }, (_, i) => {
    const place = places[i % places.length]!;
    const own = { satellite: "N20", version: "2.0NRT" };
    return { ...measures[i % measures.length]!, ...own, ...placeOf(place, i), ...timeOf(place) };
  });
  return csvOf(columns, rows);
}

/** A place of its own for each row: real places come from several overpasses. */
function placeOf({ latitude, longitude }: Readonly<Record<string, unknown>>, i: number) {
  const shift = 0.00375 * Math.floor(i / 30_000);
  return {
    latitude: (Number(latitude) * 0.99 + shift).toFixed(5),
    longitude: (Number(longitude) * 0.99).toFixed(5),
  };
}

/** FIRMS does not pad times. */
function timeOf({ acq_time }: Readonly<Record<string, unknown>>) {
  return { acq_date: day, acq_time: String(Number(acq_time)) };
}

function csvOf(columns: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = columns.split(",");
  const lines = rows.map((row) => names.map((name) => row[name] ?? "").join(","));
  return [columns, ...lines].map((line) => `${line}\n`).join("");
}

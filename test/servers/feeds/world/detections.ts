import { day, hour, minute, startOfDay } from "./clock.ts";
import { type Draw, rounded } from "./draw.ts";
import { type Pixel, readPixels } from "./pixels.ts";

export type Satellite = "SNPP" | "NOAA20" | "NOAA21" | "Terra" | "Aqua";
/** How final a row is, from first to last. */
type Tier = "URT" | "RT" | "NRT" | "SP";

/** A row of FIRMS, and when the source has it. */
export interface Row extends Pixel {
  readonly satellite: Satellite;
  readonly tier: Tier;
  /** Epoch milliseconds, whole minutes. */
  readonly time: number;
  readonly night: boolean;
  /** Of standard rows: 0 vegetation, 1 volcano, 2 other static land source, 3 offshore. */
  readonly type: number;
  /** Epoch milliseconds: the source answers with the row from here, and up to `until`. */
  readonly from: number;
  readonly until: number;
  /** How often the row stands in an answer: identical copies occur. */
  readonly copies: number;
}

/** From `at` on, the standard rows of a satellite reach up to the end of a day. */
interface StandardWindow {
  readonly at: number;
  /** Start of the first day that has no standard rows yet. */
  readonly before: number;
}

export interface DetectionWorld {
  readonly rows: readonly Row[];
  readonly standard: ReadonlyMap<Satellite, readonly StandardWindow[]>;
}

const satellites: readonly Satellite[] = ["SNPP", "NOAA20", "NOAA21", "Terra", "Aqua"];
/** Minutes after midnight of the first overpass of a day; the second comes half a day later. */
const overpasses = { SNPP: 70, NOAA20: 20, NOAA21: 120, Terra: 630, Aqua: 95 };

export interface Span {
  /** Epoch milliseconds of the first and the last overpass. */
  readonly start: number;
  readonly end: number;
}

/** Detections of all overpasses of a time, with the life of their rows at the source. */
export function makeDetections(draw: Draw, span: Span, pixelsPerPass = 25): DetectionWorld {
  const pixels = { VIIRS: readPixels("VIIRS", draw), MODIS: readPixels("MODIS", draw) };
  const standard = new Map(satellites.map((name) => [name, standardWindows(name, span)]));
  const rows: Row[] = [];
  for (const satellite of satellites) {
    const choice = pixels[sensorOf(satellite)];
    const first = startOfDay(span.start) + overpasses[satellite] * minute;
    for (let pass = first; pass <= span.end; pass += day / 2) {
      const taken = Array.from({ length: pixelsPerPass }, () => draw.integer(0, choice.length - 1));
      for (const index of new Set(taken)) {
        // A granule is a few minutes long.
        const time = pass + draw.integer(0, 5) * minute;
        const seen = { ...choice[index]!, satellite, time, night: time % day < 6 * hour };
        rows.push(...lifeOf(seen, draw, standard.get(satellite)!));
      }
    }
  }
  return { rows: rows.sort((one, other) => one.from - other.from), standard };
}

export function sensorOf(satellite: Satellite): "VIIRS" | "MODIS" {
  return satellite === "Terra" || satellite === "Aqua" ? "MODIS" : "VIIRS";
}

/** Standard rows come after days here, not after months; NOAA-21 has none. */
function standardWindows(satellite: Satellite, { start, end }: Span): StandardWindow[] {
  const part = (share: number) => start + share * (end - start);
  const long = { at: -Infinity, before: startOfDay(start) - 70 * day };
  if (satellite === "NOAA21") return [long];
  return [
    long,
    { at: part(0.6), before: startOfDay(part(0.33)) },
    { at: part(0.85), before: startOfDay(part(0.5)) },
  ];
}

type Seen = Pixel & Pick<Row, "satellite" | "time" | "night">;

function lifeOf(seen: Seen, draw: Draw, standard: readonly StandardWindow[]): Row[] {
  const { time } = seen;
  const final = standard.find(({ before }) => time < before)?.at ?? Infinity;
  const late = draw.chance(0.06);
  const nrt = time + (late ? draw.between(6 * hour, 23 * hour) : draw.between(80, 175) * minute);
  const row = (tier: Tier, from: number, until: number, other: Partial<Row> = {}): Row => ({
    ...seen,
    tier,
    type: 0,
    from,
    until,
    copies: draw.chance(0.03) ? 2 : 1,
    ...other,
  });
  const rows: Row[] = [];

  const provisional = draw.chance(0.4);
  // Without an NRT row, and where that is late, a provisional row leaves after about six hours.
  const fate = draw.chance(0.15) ? "vanishes" : draw.chance(0.35) ? "moves" : "stays";
  if (provisional) {
    const leaves = fate === "vanishes" || late ? time + draw.between(5.5, 6.4) * hour : nrt;
    // Both rows stand in the same answer for a while.
    const until = leaves + draw.integer(0, 12) * minute;
    const rt = time + draw.integer(30, 58) * minute;
    if (draw.chance(0.6)) rows.push(row("URT", time + 50_000, draw.chance(0.5) ? rt : until));
    if (rows[0]?.until !== until) rows.push(row("RT", rt, until));
    if (fate === "vanishes") return rows;
  }

  const moved = provisional && fate === "moves" ? shifted(seen, draw, 0.001) : seen;
  const shift = provisional && fate === "moves" ? draw.integer(-1, 1) * minute : 0;
  const settled = { ...moved, time: time + shift };
  // A row that the source loses again is not known to be wrong.
  const until = draw.chance(0.02) ? nrt + draw.between(3, 30) * hour : final;
  const corrected = nrt + draw.between(1, 20) * hour;
  if (nrt < final && draw.chance(0.04) && corrected < until) {
    const frp = rounded((seen.frp ?? 1) * 1.25 + 0.01, 2);
    rows.push(
      row("NRT", nrt, corrected, settled),
      row("NRT", corrected, until, { ...settled, frp }),
    );
  } else if (nrt < final) {
    rows.push(row("NRT", nrt, Math.min(until, final), settled));
    // Two rows of one place and minute, with another power: both are real.
    if (draw.chance(0.03)) {
      const frp = rounded((seen.frp ?? 1) * 2 + 0.5, 2);
      const scan = rounded(seen.scan + 0.07, 2);
      rows.push(row("NRT", nrt, Math.min(until, final), { ...settled, frp, scan }));
    }
  }

  if (final !== Infinity && draw.chance(0.95)) {
    const type = draw.chance(0.05) ? draw.integer(1, 3) : 0;
    rows.push(row("SP", final, Infinity, { ...shifted(settled, draw, 0.0008), type }));
    // Reprocessing finds pixels that were not there.
    if (draw.chance(0.04)) rows.push(row("SP", final, Infinity, shifted(settled, draw, 0.02)));
  }
  return rows;
}

/** The pixel moved by at most this many degrees, but not at the antimeridian and the poles. */
function shifted<T extends Pixel>(pixel: T, draw: Draw, degrees: number): T {
  if (Math.abs(pixel.longitude) > 179 || Math.abs(pixel.latitude) > 89) return pixel;
  const move = (value: number) => rounded(value + draw.between(-degrees, degrees), 5);
  return { ...pixel, latitude: move(pixel.latitude), longitude: move(pixel.longitude) };
}

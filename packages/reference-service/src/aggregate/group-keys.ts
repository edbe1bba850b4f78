import { wrapLongitude } from "@emberline/geo";
import { invalidParameter } from "../values/problems.ts";
import type { AggregateRow } from "./aggregation.ts";
import type { Grouping } from "./request.ts";
import type { UtcOffsets } from "./utc-offsets.ts";

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** The key of rows without a location, time or value. */
const nothing = "null";

/** Characters of all keys of a grouping in memory. */
const maxCharacters = 10_000_000;

/** Numbers the groups of one grouping as they come. */
export class GroupKeys {
  /** Keys as JSON, by number. */
  readonly texts: string[] = [];
  readonly #numbers = new Map<string | number, number>();
  readonly #markOf: (row: AggregateRow) => string | number | undefined;
  readonly #textOf: (mark: string | number) => string;
  #characters = 0;

  /** @param column the index of the grouping's property among the columns of rows */
  constructor(grouping: Grouping, column: number) {
    [this.#markOf, this.#textOf] = marksOf(grouping, column);
  }

  /**
   * The number of a row's group.
   * @throws {Problem} when the keys are too long together (400)
   */
  numberOf(row: AggregateRow): number {
    const mark = this.#markOf(row) ?? nothing;
    const known = this.#numbers.get(mark);
    if (known !== undefined) return known;
    const text = mark === nothing ? nothing : this.#textOf(mark);
    this.#characters += text.length;
    if (this.#characters > maxCharacters) throw tooLongKeys();
    const number = this.texts.push(text) - 1;
    this.#numbers.set(mark, number);
    return number;
  }
}

function tooLongKeys(): Error {
  return invalidParameter(
    "group-by",
    `makes groups whose names have more than ${maxCharacters} characters; use another property, or select less.`,
  );
}

/** The key, as JSON, of the mark of a group. */
export function keyText(grouping: Grouping, mark: string | number): string {
  return marksOf(grouping, -1)[1](mark);
}

/** How a row is marked with its group, undefined without one, and the key of a mark as JSON. */
type Marks = [
  (row: AggregateRow) => string | number | undefined,
  (mark: string | number) => string,
];

function marksOf(grouping: Grouping, column: number): Marks {
  switch (grouping.kind) {
    case "day":
      return [local(grouping.offsets, dayMs), (day) => instantText(Number(day) * dayMs, 10)];
    case "hour":
      return [local(grouping.offsets, hourMs), (hour) => instantText(Number(hour) * hourMs, 13)];
    case "hour-of-day": {
      const hourOf = local(grouping.offsets, hourMs);
      return [(row) => hourOfDay(hourOf(row)), String];
    }
    case "solar-hour":
      return [solarHourOf, String];
    case "cell":
      return cells(grouping.sizeDeg);
    case "area": {
      const { areas } = grouping;
      return [
        ({ hasLocation, lon, lat }) =>
          hasLocation ? (areas.labelAt(wrapLongitude(lon), lat) ?? undefined) : undefined,
        (label) => JSON.stringify(label),
      ];
    }
    case "property":
      return [(row) => row.json(column), String];
    case "ranges": {
      const { bounds } = grouping;
      return [(row) => rangeOf(row.number(column), bounds), String];
    }
  }
}

function local(offsets: UtcOffsets, unitMs: number) {
  return ({ startMs }: AggregateRow): number | undefined =>
    startMs === -Infinity ? undefined : Math.floor(offsets.localMs(startMs) / unitMs);
}

function instantText(epochMs: number, length: number): string {
  return JSON.stringify(new Date(epochMs).toISOString().slice(0, length));
}

function hourOfDay(hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : ((hours % 24) + 24) % 24;
}

/** Mean solar time: 15° of longitude are one hour. */
function solarHourOf({ startMs, hasLocation, lon }: AggregateRow): number | undefined {
  if (startMs === -Infinity || !hasLocation) return undefined;
  return hourOfDay(Math.floor(startMs / hourMs + lon / 15));
}

/** More than there are cells from south to north. */
export const rowsOfCells = 2 ** 26;

function cells(sizeDeg: number): Marks {
  return [
    ({ hasLocation, lon, lat }) =>
      hasLocation
        ? cellAt(lon, sizeDeg) * rowsOfCells + cellAt(lat, sizeDeg) + rowsOfCells / 2
        : undefined,
    (mark) => {
      const column = Math.floor(Number(mark) / rowsOfCells);
      return cellText(column, Number(mark) - column * rowsOfCells - rowsOfCells / 2, sizeDeg);
    },
  ];
}

/** The number of the cell that begins at or below a coordinate. */
function cellAt(degrees: number, sizeDeg: number): number {
  // 0.3 / 0.1 is slightly less than 3, but an edge belongs to the cell that begins there.
  return Math.floor(rounded(degrees / sizeDeg, 9));
}

/** The box of a cell as JSON: `[west, south, east, north]` to six decimals. */
function cellText(column: number, row: number, sizeDeg: number): string {
  const [west, south] = [column * sizeDeg, row * sizeDeg];
  const sides = [west, south, west + sizeDeg, south + sizeDeg];
  return JSON.stringify(sides.map((each) => rounded(each, 6)));
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** The number of the range, from 0: below the first bound; undefined without a number. */
function rangeOf(value: number, bounds: readonly number[]): number | undefined {
  if (Number.isNaN(value)) return undefined;
  const above = bounds.findIndex((bound) => value < bound);
  return above === -1 ? bounds.length : above;
}

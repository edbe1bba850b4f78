import type { LonLat } from "@emberline/geo";
import { round } from "../values/text-numbers.ts";

/** What a text with a position may mean: one reading where it is plain, none for other text. */
export interface PositionReadings {
  /** `[lon, lat]`, on the Earth or not. */
  readonly positions: readonly LonLat[];
  /** Why there are several; null where the readings cannot be chosen from. */
  readonly doubt: string | null;
  /** Letters or names tell the axes, so that numbers in the wrong places keep their signs. */
  readonly isLettered: boolean;
}

/**
 * Reads a position as people write it, latitude first unless letters or names tell otherwise:
 * `"-33.9, 151.2"`, `"33.9° S 151.2° E"`, `"N 40.3, W 121.2"`, `"40°18'N, 121°12'W"`,
 * `"lat -33.9, lon 151.2"`, `"POINT(151.2 -33.9)"`.
 */
export function readPosition(text: string): PositionReadings {
  const plain = plainSigns(text);
  const wkt = /^(?:SRID=4326;)? ?POINT ?(?:Z ?)?\( ?([-+.\d]+) ([-+.\d]+)(?: [-+.\d]+)? ?\)$/i.exec(
    plain,
  );
  if (wkt) return { positions: [[Number(wkt[1]), Number(wkt[2])]], doubt: null, isLettered: false };
  const bare = plain.replace(/^(?:POINT ?)?[([{] ?(.*?) ?[)\]}]$/i, "$1").replace(/^geo:/i, "");
  const withPoints = bare.includes(".") ? bare : bare.replace(/(\d),(?=\d)/g, "$1.");
  // "40° 18 W" and "52,5 N" are one coordinate.
  if ([bare, withPoints].some((each) => coordinateOf(each)?.isMarked)) return noPosition;
  const others = withPoints === bare ? [] : pairsOf(withPoints);
  const isMarked = others.some((pair) => pair.every((each) => each.isMarked));
  const pairs = [...pairsOf(bare), ...(isMarked ? others : [])];
  const byPoints = readingsOf(others);
  // Of "-121,40; -115,44" neither could be a latitude: these are two positions.
  const isPossible = byPoints.positions.some((each) =>
    each.some((degrees) => Math.abs(degrees) <= 90),
  );
  if (pairs.length === 0 && isPossible)
    return { ...byPoints, doubt: "a comma may be in or between its numbers" };
  const readings = readingsOf(pairs);
  const [first] = readings.positions;
  // GeoJSON has longitude first in such brackets.
  const isBracketed = /^(?:POINT ?\(|\[)[^a-z]*[)\]]$/i.test(plain);
  if (first && isBracketed && first.every((degrees) => Math.abs(degrees) <= 90)) {
    const [lon, lat] = first;
    const doubt = "in brackets either number may be the latitude";
    return {
      ...readings,
      positions: [
        [lon, lat],
        [lat, lon],
      ],
      doubt,
    };
  }
  return readings;
}

const noPosition: PositionReadings = { positions: [], doubt: null, isLettered: false };

/** The text with the signs and letters of the patterns below. */
function plainSigns(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[º˚]|(?<![a-z])deg(?:rees?|\.)?(?![a-z])/gi, "°")
    .replace(/[\u2032\u2019]|(?<![a-z])min(?:utes?|\.)?(?![a-z])/gi, "'")
    .replace(/[\u2033\u201d]|''|(?<![a-z])sec(?:onds?|\.)?(?![a-z])/gi, '"')
    .replace(/(?<![a-z])([NSEW])(?:orth|outh|ast|est)(?![a-z])/gi, "$1")
    .replace(/^\{.*\}$/, (json) => json.replaceAll('"', ""));
}

interface Coordinate {
  readonly axis: "lat" | "lon" | null;
  /** Two where a sign contradicts a letter. */
  readonly values: readonly number[];
  /** A name, a letter or a sign of degrees shows that it is one. */
  readonly isMarked: boolean;
}

const number = String.raw`\d+(?:\.\d+)?`;
const form = new RegExp(
  [
    "^(?:(?<name>lat(?:itude)?|lon(?:g|gitude)?|lng)[:= ]*)?(?:(?<before>[NSEW]) ?)?",
    `(?<sign>[+-]?)(?<degrees>${number}) ?[°:]? ?`,
    `(?:(?<=[°: ])(?<minutes>${number}) ?[':]? ?(?:(?<=[': ])(?<seconds>${number}) ?"?)?)?`,
    " ?(?<after>[NSEW])?$",
  ].join(""),
  "i",
);

/** A text that is one coordinate, as a whole. */
function coordinateOf(text: string): Coordinate | null {
  const { name, before, sign, degrees, minutes, seconds, after } = form.exec(text)?.groups ?? {};
  if (degrees === undefined || (before && (after || sign))) return null;
  const letter = before ?? after;
  const isMarked = letter !== undefined || name !== undefined || /[°:]/.test(text);
  const whole = [degrees, minutes, seconds].filter((each) => each !== undefined);
  const isSexagesimal =
    isMarked &&
    whole.slice(0, -1).every((each) => !each.includes(".")) &&
    whole.slice(1).every((each) => Number(each) < 60);
  if (minutes !== undefined && !isSexagesimal) return null;
  const axes = [name && /^lat/i.test(name), letter && /[NS]/i.test(letter)].filter(
    (each) => typeof each === "boolean",
  );
  if (axes[0] !== axes.at(-1)) return null;
  const [isLat] = axes;
  const size = round(
    whole.reduce((sum, each, i) => sum + Number(each) / 60 ** i, 0),
    9,
  );
  return {
    axis: isLat === undefined ? null : isLat ? "lat" : "lon",
    values: signed(size, sign!, letter),
    isMarked,
  };
}

/** A number with its sign and the letter of its hemisphere: two readings if they contradict. */
function signed(size: number, sign: string, letter: string | undefined): number[] {
  const written = sign === "-" ? -size : size;
  if (letter === undefined || size === 0) return [written];
  const isNegative = /[SW]/i.test(letter);
  if (sign === (isNegative ? "+" : "-")) return [written, -written];
  return [isNegative ? -size : size];
}

type Pair = readonly [lat: Coordinate, lon: Coordinate];

/** Every way to read a text as two coordinates. */
function pairsOf(text: string): Pair[] {
  return [...text.matchAll(/ ?[,;] ?| /g)].flatMap(({ index, 0: { length } }): Pair[] => {
    const first = coordinateOf(text.slice(0, index));
    const second = coordinateOf(text.slice(index + length));
    if (!first || !second || (first.axis !== null && first.axis === second.axis)) return [];
    const isSwapped = first.axis === "lon" || second.axis === "lat";
    return [isSwapped ? [second, first] : [first, second]];
  });
}

function readingsOf(pairs: readonly Pair[]): PositionReadings {
  const all = pairs.flatMap(([lats, lons]) =>
    lats.values.flatMap((lat) => lons.values.map((lon): LonLat => [lon, lat])),
  );
  const isContrary = pairs.flat().some(({ values }) => values.length > 1);
  const onEarth = all.filter(([lon, lat]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
  return {
    positions: onEarth.length > 0 ? onEarth : all.slice(0, 1),
    doubt:
      onEarth.length < 2
        ? null
        : isContrary
          ? "a sign contradicts its letter; south and west are negative"
          : "its letters belong to either number",
    isLettered: pairs.some((pair) => pair.every(({ axis }) => axis !== null)),
  };
}

const acresPerKm2 = 247.105381;
const milesPerKm = 0.621371192;
const acresPerHectare = 2.47105381;

interface Conversion {
  /** The metric unit as a word of a name, such as that of `area_km2`. */
  readonly metric: RegExp;
  readonly unit: string;
  readonly factor: number;
  /** How many decimals fewer the value needs. */
  readonly fewer: number;
}

/** NIST Handbook 44, appendix C: international acre and mile. */
const conversions: readonly Conversion[] = [
  { metric: /(?<=^|_)km2(?=_|$)/, unit: "acres", factor: acresPerKm2, fewer: 2 },
  { metric: /(?<=^|_)hectares(?=_|$)/, unit: "acres", factor: acresPerHectare, fewer: 0 },
  { metric: /(?<=^|_)km(?=_|$)/, unit: "miles", factor: milesPerKm, fewer: 0 },
];

export interface UsMember {
  readonly name: string;
  convert(value: unknown): unknown;
}

/** The same member in acres or miles; undefined if its name has no metric unit. */
export function usMember(name: string): UsMember | undefined {
  const conversion = conversions.find(({ metric }) => metric.test(name));
  if (!conversion) return undefined;
  return {
    name: name.replace(conversion.metric, conversion.unit),
    convert: (value) => converted(value, conversion),
  };
}

/** Of numbers, of objects of numbers, and of objects whose names are distances. */
function converted(value: unknown, conversion: Conversion): unknown {
  if (typeof value === "number") return toUnit(value, conversion);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  if (members.every(([name]) => /^\d+$/.test(name)))
    return Object.fromEntries(
      members.map(([name, each]) => [String(toUnit(Number(name), conversion)), each]),
    );
  return Object.fromEntries(members.map(([name, each]) => [name, converted(each, conversion)]));
}

function toUnit(value: number, { factor, fewer }: Conversion): number {
  const decimals = Math.max(1, decimalsOf(value)) - fewer;
  return Number((value * factor).toFixed(Math.max(0, decimals)));
}

function decimalsOf(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}

/** A sentence with acres and miles beside its km² and km: "-1500 km (-932 mi)". */
export function withUsUnits(sentence: string): string {
  // The dash of "1-5 km" is no sign.
  return sentence.replace(
    /(?:(?<![\p{L}\d.,)])([-+−]))?(?<![\d.,])(\d+(?:\.\d+)?) km(²?)(?![\p{L}\d²/])/gu,
    (found, sign: string | undefined, digits: string, square: string) => {
      const value = Number(digits) * (square ? acresPerKm2 : milesPerKm);
      const shown = value >= 10 ? Math.round(value) : Number(value.toPrecision(2));
      return `${found} (${sign ?? ""}${shown} ${square ? "acres" : "mi"})`;
    },
  );
}

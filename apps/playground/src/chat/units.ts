/** A kind of measure; "count" is of things, and "" is not known. */
export type Dimension = "length" | "area" | "rate" | "power" | "time" | "speed" | "bytes" | Plain;
type Plain = "percent" | "angle" | "celsius" | "ratio" | "count" | "";

/** A unit: its dimension, and how its values become those of the dimension's first unit. */
export interface Unit {
  readonly of: Dimension;
  readonly factor: number;
  /** Added before `factor` counts: only degrees of Fahrenheit have one. */
  readonly offset?: number;
  /** Whether fires are counted, which detections are not. */
  readonly isOfFires?: boolean;
}

const acre = 0.0040468564224;
const mile = 1.609344;

const units: readonly (readonly [words: string, of: Dimension, factor: number, offset?: number])[] =
  [
    ["(?:km²|km2|square kilomet(?:re|er)s?)(?:/| per )h(?:our)?", "rate", 1],
    ["acres?(?:/| per | an )h(?:our)?", "rate", acre],
    ["(?:ha|hectares?)(?:/| per | an )h(?:our)?", "rate", 0.01],
    ["km²|km2|sq\\.? ?km|square kilomet(?:re|er)s?", "area", 1],
    ["mi²|sq\\.? ?mi(?:les?)?|square miles?", "area", mile * mile],
    ["ha|hectares?", "area", 0.01],
    ["acres?", "area", acre],
    ["km/h|kph|kmh|kilomet(?:re|er)s? (?:per|an) hour", "speed", 1],
    ["mph|miles? (?:per|an) hour", "speed", mile],
    ["m/s|met(?:re|er)s? (?:per|a) second", "speed", 3.6],
    ["km|kilomet(?:re|er)s?", "length", 1],
    ["mi|miles?", "length", mile],
    ["ft|feet|foot", "length", 0.0003048],
    ["m|met(?:re|er)s?", "length", 0.001],
    ["MW|megawatts?", "power", 1],
    ["GW|gigawatts?", "power", 1000],
    ["kW|kilowatts?", "power", 0.001],
    ["weeks?", "time", 168],
    ["days?", "time", 24],
    ["hours?|hrs?|h", "time", 1],
    ["minutes?|mins?", "time", 1 / 60],
    ["%|per ?cent(?:age points?)?|pct", "percent", 1],
    ["°\\s?C|degrees? Celsius", "celsius", 1],
    ["°\\s?F|degrees? Fahrenheit", "celsius", 5 / 9, -32],
    ["°|degrees?", "angle", 1],
    ["MB|megabytes?", "bytes", 1e6],
    ["kB|kilobytes?", "bytes", 1000],
    ["bytes?", "bytes", 1],
    ["times|×|x|-?fold", "ratio", 1],
    [
      "(?:[a-zé]+[ -]){0,2}?(?:detections?|fires?|wildfires?|blazes?|hotspots?|perimeters?|clusters?|incidents?|groups?|people|persons?|residents?|towns?|places?|count(?:ies|ry|ries|y)|states?|regions?|features?|sources?|simulations?|forecasts?|rows?|results?|matches|match|cells?|collections?|tools?|calls?|snapshots?|outlines?|satellites?|passes|homes?|structures?|facilities)",
      "count",
      1,
    ],
  ];
const compiled = units.map(([words, of, factor, offset]) => ({
  pattern: new RegExp(`^[\\s\\u00a0\\u202f-]{0,2}(?:${words})(?![\\p{L}\\p{N}])`, "u"),
  unit: { of, factor, ...(offset !== undefined && { offset }) },
}));

/** The unit that a text begins with, after a number. */
export function unitAfter(text: string): Unit | null {
  const start = text.slice(0, 60);
  for (const { pattern, unit } of compiled) {
    const [words] = pattern.exec(start) ?? [];
    if (words !== undefined)
      return { ...unit, isOfFires: /(?:fires|incidents|blazes)$/.test(words) };
  }
  return null;
}

const named: readonly (readonly [RegExp, Dimension, number])[] = [
  [/^(?:lon|lat|center|centre|bbox|centroid)|_deg$|bearing/, "angle", 1],
  [/km2_per_hour$/, "rate", 1],
  [/km2$/, "area", 1],
  [/acres/i, "area", acre],
  [/hectares|_ha$/i, "area", 0.01],
  [/_km$|^km$/, "length", 1],
  [/_m$/, "length", 0.001],
  [/^frp|_mw$/, "power", 1],
  [/_days$/, "time", 24],
  [/_hours$|_h$/, "time", 1],
  [/percent|_pct$/i, "percent", 1],
  [/_bytes$/, "bytes", 1],
  [/_kmh$/, "speed", 1],
  [/_c$/, "celsius", 1],
  [
    /^(?:matched|returned|omitted|drawn|features|groups|people|population|inside|near|total)$|count|^hotspots_/,
    "count",
    1,
  ],
];

/** The unit of a member of an answer, by its name. */
export function unitOfName(name: string): Unit {
  const [, of, factor] = named.find(([pattern]) => pattern.test(name)) ?? [null, "" as const, 1];
  return { of, factor };
}

/** A value in the first unit of its dimension. */
export function inBase(value: number, { factor, offset = 0 }: Unit): number {
  return (value + offset) * factor;
}

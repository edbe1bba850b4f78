import { isObject, type JsonObject } from "../answer/json.ts";
import { factsOf } from "../answer/tables.ts";
import { type Drawable, isMark } from "./content.ts";
import { type Format, positionText } from "./feature-words.ts";

/** A name and what it is, as texts. */
export type Fact = readonly [name: string, text: string];

/** What the card of a feature says. */
export interface CardFacts {
  /** In words, the most telling first. */
  readonly main: readonly Fact[];
  /** All that is known, by the names of the data. */
  readonly more: readonly Fact[];
}

const mostMain = 5;
const longestText = 300;

/**
 * What is asked first of a feature, by the names that the tools and common sources of fires give
 * it. A unit follows a number.
 */
const words: readonly (readonly [name: string, label: string, unit?: string])[] = [
  ["status", "Status"],
  ["area_km2", "Area", "km²"],
  ["area_km2_before", "Area before", "km²"],
  ["area_km2_after", "Area after", "km²"],
  ["frp", "Radiative power", "MW"],
  ["count", "Count"],
  ["frp_max", "Strongest", "MW"],
  ["distance_km", "Distance from the point asked for", "km"],
  ["compass", "Direction from it"],
  ["label", "Likely"],
  ["category", "Kind"],
  ["confidence", "Confidence"],
  ["satellite", "Satellite"],
  ["percent_contained", "Contained", "%"],
  ["state", "State"],
  ["region", "Region"],
  ["population", "Inhabitants"],
];

/** The facts of a feature or row: `known` are its members and properties. */
export function cardFacts(drawable: Drawable, known: JsonObject, format: Format): CardFacts {
  const { geometry: _, properties, lon: __, lat: ___, ...rest } = known;
  const all = { ...rest, ...(isObject(properties) && properties) };
  const { timeMs } = drawable;
  const position = "position" in drawable ? drawable.position : null;
  const given = words.flatMap(([name, label, unit]): Fact[] => {
    const value = all[name] ?? (name === "frp" && "frpMw" in drawable ? drawable.frpMw : null);
    if (typeof value === "number")
      return [[label, `${format.count(value)}${unit ? ` ${unit}` : ""}`]];
    return typeof value === "string" && value !== "" ? [[label, cut(value)]] : [];
  });
  const main: Fact[] = [
    ...(all.synthetic === true ? [["Made up", "synthetic data, no real fire"] as const] : []),
    ...(timeMs === null ? [] : [["Time", format.time(timeMs)] as const]),
    ...given,
    ...(position ? [["Position", positionText(position)] as const] : []),
  ];
  const id = isMark(drawable) ? null : drawable.id;
  const named = factsOf(all).filter(([name, value]) => value !== "" && name !== "id");
  return {
    main: main.slice(0, mostMain),
    more: [
      ...main.slice(mostMain),
      ...(id === null ? [] : [["id", id] as const]),
      ...named.map(([name, value]): Fact => [name, cut(value)]),
    ],
  };
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

import type { JsonObject } from "@emberline/map-app/answer/json";

/** How an argument reads; the order is that of a sentence. Null leaves it out. */
const phrases: Readonly<Record<string, (value: unknown, args: JsonObject) => string | null>> = {
  collection: (value) => String(value).replace(/^[\w-]+:/, ""),
  collections: (value) => list(value).replace(/\b[\w-]+:/g, ""),
  id: (value) => String(value),
  name: quoted,
  status: (value) => String(value).toLowerCase(),
  fire: (value) => `fire ${quoted(value)}`,
  fire_name: (value) => `fire ${quoted(value)}`,
  near: (value) => `near ${quoted(value)}`,
  lon: (value, { lat }) => `near ${value}, ${lat} (lon, lat)`,
  lat: (value, { lon }) => (lon === undefined ? `lat ${value}` : null),
  radius_km: (value) => `${value} km`,
  within: (value) => `in ${quoted(value)}`,
  bbox: (value) => `box ${list(value)}`,
  time: (value) => times(value),
  before: (value) => times(value),
  after: (value) => `then ${times(value)}`,
  since: (value) => `since ${times(value)}`,
  until: (value) => `until ${times(value)}`,
  time_zone: (value) => `zone ${value}`,
  filter: (value) => `where ${value}`,
  filter_lang: () => null,
  group_by: (value) => `by ${list(value)}`,
  sort: (value) =>
    String(value).startsWith("-") ? `most ${String(value).slice(1)} first` : `by ${value}`,
  limit: (value) => `at most ${value}`,
  cursor: () => "next page",
  max_tokens: (value) => `up to ${value} tokens`,
};

/** A text of a call is cut beyond this: arguments may be hostile. */
const maxLength = 300;

/** Arguments as a phrase, such as `hotspots, near “Medford, Oregon”, 60 km`. */
export function argumentsInWords(args: JsonObject): string {
  const known = Object.keys(phrases).filter((name) => Object.hasOwn(args, name));
  const others = Object.keys(args).filter((name) => !Object.hasOwn(phrases, name));
  const words = [
    ...known.map((name) => phrases[name]!(args[name], args)),
    ...others.map((name) => otherInWords(name, args[name])),
  ]
    .filter((each) => each !== null && each !== "")
    .join(", ");
  return words.length > maxLength ? `${words.slice(0, maxLength)}…` : words;
}

function otherInWords(name: string, value: unknown): string {
  const words = name.replaceAll("_", " ");
  if (value === true) return words;
  if (value === false) return `no ${words}`;
  return `${words} ${list(value)}`;
}

function quoted(value: unknown): string {
  return `“${typeof value === "string" ? value : JSON.stringify(value)}”`;
}

function list(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => list(each)).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function times(value: unknown): string {
  return String(value).replace("/", " to ");
}

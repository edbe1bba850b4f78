import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { unknownName, WrongValue } from "@emberline/settings";
import { boxOf, type LiveArea } from "./live-areas.ts";

/** What a configuration file may set; variables take precedence. */
export interface LiveConfig {
  readonly areas?: readonly LiveArea[];
  /** Names of feeds. */
  readonly sources?: readonly string[];
  /** Files that describe feeds of the operator's own: absolute paths, once read. */
  readonly feeds?: readonly string[];
  /** Other addresses of described feeds, by their names, such as mirrors. */
  readonly urls?: Readonly<Record<string, string>>;
  readonly days?: number;
  readonly minutes?: number;
}

const members: { readonly [Name in keyof Required<LiveConfig>]: (value: unknown) => boolean } = {
  areas: (value) => isListOf(value, (each) => isText(each) || isBox(each)),
  sources: (value) => isListOf(value, isText),
  feeds: (value) => isListOf(value, isText),
  urls: (value) =>
    typeof value === "object" && value !== null && Object.values(value).every(isWebAddress),
  days: isPositive,
  minutes: isPositive,
};

const example =
  '{"areas": ["Oregon", [-10, 35, 5, 44]], "sources": ["wfigs-perimeters"], "feeds": ["./our-sites.json"], "days": 7, "minutes": 30}';

/** A JSON file such as the example. */
export function readLiveConfig(path: string): LiveConfig {
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const fault = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new WrongValue(`give a JSON file such as ${example}`, `${quoted(path)} ${fault}`);
  }
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new WrongValue(`give an object such as ${example}`, `${quoted(path)} is not an object`);
  const names = Object.keys(members);
  for (const [name, value] of Object.entries(config)) {
    if (!names.includes(name)) throw unknownName(name, names);
    if (members[name as keyof LiveConfig](value)) continue;
    throw new WrongValue(`write it as in ${example}`, `${quoted(path)} has a wrong ${name}`);
  }
  const { feeds, ...others } = config as LiveConfig;
  const paths = feeds?.map((file) => resolve(dirname(path), file));
  return { ...others, ...(paths && { feeds: paths }) };
}

function quoted(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}

function isListOf(value: unknown, isItem: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isWebAddress(value: unknown): boolean {
  return typeof value === "string" && /^https?:/.test(value) && URL.canParse(value);
}

function isBox(value: unknown): boolean {
  return Array.isArray(value) && boxOf(value) !== undefined;
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 3660;
}

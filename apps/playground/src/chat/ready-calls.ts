import { type JsonObject, recordsOf, textOf } from "@emberline/map-app/answer/json";
import { type Api, tryCall } from "../server/api.ts";
import type { ToolCall } from "../server/calls.ts";
import { namesFor } from "../server/known-data.ts";
import type { DataStatus } from "../server/status.ts";
import type { Example } from "./examples.ts";

/** What the page recognised in a question, by its words alone. */
export interface Recognised {
  /** "place: Redding, California", "time: 2026-08". */
  readonly facts: readonly string[];
  readonly examples: readonly Example[];
  /** Places of one name, of which the person is to choose. */
  readonly candidates: readonly string[];
}

const months =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const timeWords = new RegExp(
  `\\b(?:(?:in|of|during) )?(?<month>${months})(?: (?<year>\\d{4}))?\\b` +
    "|\\b(?:in|of|during) (?<onlyYear>(?:19|20)\\d\\d)\\b(?!-)" +
    "|\\b(?<relative>today|yesterday|(?:the )?last (?:\\d{1,3} )?(?:hours?|days?|weeks?|months?|24 ?h)|this week|since \\d{4}-\\d\\d(?:-\\d\\d)?|\\d{4}-\\d\\d-\\d\\d(?:(?:/| to )\\d{4}-\\d\\d-\\d\\d)?)\\b",
  "i",
);
const placeWords =
  /\b(?<how>within (?<km>\d{1,4}) ?km of|near|around|close to|by|at|in|inside|of) (?<name>[\p{Lu}\d][^?!;:]{1,80}?)(?=\s+(?:in|on|since|during|from|between|yesterday|today|last|this|the last|and|or|that|which|have|has|is|are|was|were|still|grow)\b|[?!.;:]|$)/u;
const fireWords = /\b(?:the )?(?<name>(?:\p{Lu}[\p{L}'-]+ ){1,3})(?:Fire|fire|Complex)\b/u;

/** The time that a question names, as an argument; null if none. */
export function timeIn(question: string, newestMs: number): { text: string; time: string } | null {
  const match = timeWords.exec(question);
  if (!match) return null;
  const { month, year, onlyYear, relative } = match.groups!;
  const text = match[0];
  if (onlyYear !== undefined) return { text, time: onlyYear };
  if (month !== undefined) {
    const number = months
      .split("|")
      .findIndex((each) => each.toLowerCase() === month.toLowerCase());
    const newest = new Date(newestMs);
    // A month without its year is the last of the data.
    const last = newest.getUTCFullYear() - (number > newest.getUTCMonth() ? 1 : 0);
    return { text, time: `${year ?? last}-${String(number + 1).padStart(2, "0")}` };
  }
  const words = relative!.toLowerCase().replace(/^the /, "").replace(" to ", "/");
  const time = words
    .replace(/^(?:last|this) week$/, "last 7 days")
    .replace(/^last month$/, "last 30 days")
    .replace(/^last (?:24 ?h|24 hours|day)$/, "last 24h")
    .replace(/^last (\d+) weeks?$/, (_, weeks) => `last ${7 * Number(weeks)} days`);
  return { text, time };
}

/** The place or area that a question names, in its own words; null if none. */
export function placeIn(question: string): { name: string; isArea: boolean; km: number } | null {
  const time = timeWords.exec(question);
  const rest = time ? question.replace(time[0], " ").replace(/\s{2,}/g, " ") : question;
  const match = placeWords.exec(`${rest.trim()} `.replace(/ $/, ""));
  if (!match) return null;
  const { how, km, name } = match.groups!;
  return { name: name!.trim(), isArea: /^(?:in|inside|of)$/.test(how!), km: Number(km ?? 50) };
}

/** Calls that fit a question by its words: its place, its time, and what it asks. */
export function callsFor(
  question: string,
  area: JsonObject,
  time: string | null,
  data: DataStatus,
) {
  const layer = (wanted: string) => data.collections.find((each) => each.layer === wanted)?.id;
  const collection = layer("hotspots");
  const when = time === null ? {} : { time };
  const asked = { ...area, ...when };
  const has = (words: RegExp) => words.test(question);
  const hasArea = Object.keys(area).length > 0;
  const fire = fireWords.exec(question)?.groups?.name?.trim().replace(/^The /, "");
  if (has(/\bwhere is\b/i) && hasArea && !has(/fire|burn/i))
    return [{ tool: "find_place", args: { name: String(area.near ?? area.within) } }];
  if (has(/\b(?:forecast|simulat|predict|spread to)/i))
    return [{ tool: "list_simulations", args: { ...area, limit: 10 } }];
  if (fire !== undefined && !has(/\bhow many\b/i))
    return [{ tool: "assess_fire", args: { fire, ...when } }];
  if (has(/\b(?:which|what) (?:data|collections)\b/i))
    return [{ tool: "list_collections", args: {} }];
  if (collection === undefined) return [];
  if (has(/\b(?:strongest|hottest|most powerful|intense)\b/i))
    return [{ tool: "query_features", args: { collection, ...asked, sort: "-frp", limit: 10 } }];
  if (has(/\b(?:largest|biggest|acres|hectares|perimeters?)\b/i) && layer("perimeters")) {
    const byFire = { group_by: ["fire"], sort: "-area_km2" };
    const args = { collection: layer("perimeters"), ...asked, ...byFire };
    return [{ tool: "summarize_features", args }];
  }
  if (has(/\b(?:map|show|look like|picture)\b/i)) return [{ tool: "show_map", args: asked }];
  const perDay = has(/\b(?:each|per|every|by) day\b|daily|\bgrow|trend|when\b/i);
  const group_by = [perDay ? "day" : hasArea ? "cluster" : "country"];
  const counted = { tool: "summarize_features", args: { collection, ...asked, group_by } };
  const assessed = { tool: "assess_location", args: asked };
  return area.near === undefined && area.bbox === undefined ? [counted] : [assessed, counted];
}

/** What fits a question without a model: its place completed by the server, its time, its calls. */
export async function recognise(
  question: string,
  data: DataStatus | null,
  api: Api,
  chosen: string | null,
): Promise<Recognised> {
  if (!data) return { facts: [], examples: [], candidates: [] };
  const newestMs = data.collections.find(({ layer }) => layer === "hotspots")?.newestMs;
  const time = timeIn(question, newestMs ?? Date.now());
  const place = placeIn(question);
  const named = place && (chosen ?? place.name);
  const within = place?.isArea ? await areaNamed(named!, api) : null;
  const places = place && within === null ? await placesNamed(named!, api) : [];
  const near = places.length === 1 ? places[0]! : null;
  const area: JsonObject =
    within !== null ? { within } : near !== null ? { near, radius_km: place!.km } : {};
  const isOpen = place !== null && within === null && near === null;
  const facts = [
    ...(within !== null ? [`area: ${within}`] : []),
    ...(near !== null ? [`place: ${near}`] : []),
    ...(isOpen && places.length === 0 ? [`no place named ${place.name} is known`] : []),
    ...(time ? [`time: ${time.time}`] : []),
  ];
  // Calls without the place that was asked for would answer another question.
  const calls: readonly ToolCall[] = isOpen
    ? []
    : callsFor(question, area, time?.time ?? null, data);
  const examples = calls.length > 0 ? [{ question, calls }] : [];
  return { facts, examples, candidates: isOpen ? places : [] };
}

/** The area of just this name, as the tools take it. */
async function areaNamed(name: string, api: Api): Promise<string | null> {
  const names = await namesFor(api, "area", name);
  return names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? null;
}

/** The places of a name, each with its region; one where it is clear which is meant. */
async function placesNamed(name: string, api: Api): Promise<string[]> {
  const places = recordsOf(await tryCall(api, "find_place", { name, limit: 6 }));
  const named = places.map(({ name, region, country }) =>
    [name, region, country].flatMap((each) => textOf(each) ?? []).join(", "),
  );
  const [first, second] = places.map(({ population }) => Number(population ?? 0));
  // Several times as many people as the next: who names it means it.
  const isClear = name.includes(",") || first! >= 8 * (second ?? 0);
  return [...new Set(isClear ? named.slice(0, 1) : named)];
}

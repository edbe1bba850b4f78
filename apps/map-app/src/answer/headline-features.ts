import {
  areaText,
  awayText,
  changeText,
  hasCursor,
  isWhole,
  leastText,
  matchesText,
  nameText,
  phrase,
  powerText,
  seenText,
  sentence,
  trendText,
  whereText,
} from "./headline-words.ts";
import { isObject, type JsonObject, numberOf, objectOf, textOf } from "./json.ts";
import { kindOf, nounOf } from "./kinds.ts";
import { largestBy, powerOf, rowsOf } from "./records.ts";
import { counted, measured, type Noun, periodText, plainNumber, timeText } from "./words.ts";

/** "10 detections; strongest 56 MW, 58 km ENE, 04:30 UTC" */
export function featuresHeadline(answer: JsonObject, args: JsonObject): string {
  const { returned, matched } = answer;
  const selection = objectOf(answer.selection);
  const isPart = typeof returned === "number" && returned !== matched && returned > 0;
  return sentence([
    matchesText(answer, nounIn(selection)),
    chosenText(answer, args, selection),
    isPart ? `${plainNumber(returned)} of them here` : null,
  ]);
}

/** Fires, where each feature is the newest outline of one. */
function nounIn({ collection, latest_per_fire }: JsonObject): Noun {
  const noun = nounOf(collection);
  const areFires = latest_per_fire === true && kindOf(String(collection)) === "perimeters";
  return areFires ? ["fire", "fires"] : noun;
}

/** The row that stands out, if the answer proves that it does. */
function chosenText(
  answer: JsonObject,
  args: JsonObject,
  { collection, interval }: JsonObject,
): string | null {
  const rows = rowsOf(answer);
  const [first] = rows;
  if (!first) return null;
  const describe = (row: JsonObject) =>
    phrase([
      powerText(row),
      areaText(row.area_km2),
      nameText(row),
      awayText(row),
      seenText(row, interval),
    ]);
  if (isWhole(answer, args)) {
    if (rows.length === 1) return describe(first);
    const strongest = largestBy(rows, powerOf);
    if (strongest) return `strongest ${describe(strongest)}`;
    const largest = largestBy(rows, ({ area_km2 }) => numberOf(area_km2));
    if (largest && kindOf(String(collection)) === "perimeters") {
      return `largest ${describe(largest)}`;
    }
  }
  const superlative = superlatives[String(answer.order)];
  return superlative && !hasCursor(args) ? `${superlative} ${describe(first)}` : null;
}

/** What the first row is, by the order of the answer. */
const superlatives: Readonly<Record<string, string>> = {
  distance: "nearest",
  "-distance": "farthest",
  time: "oldest",
  "-time": "newest",
  "-frp": "strongest",
  frp: "weakest",
};

/** "Perimeter NF Owens, 15 km², 20 Jul 2024" */
export function featureHeadline(answer: JsonObject): string {
  const properties = objectOf(answer.properties);
  const [noun] = nounOf(answer.collection);
  const name = nameText(properties) ?? textOf(answer.id);
  const text = phrase([
    [noun, name].filter(Boolean).join(" "),
    powerText(properties),
    areaText(answer.area_km2),
    seenText(answer),
  ]);
  return sentence([text]);
}

/** "1,170 detections in Oregon on 5 days; most 453, 16 Jul 2026", "About 3 fires, by clusters of …" */
export function summaryHeadline(answer: JsonObject, args: JsonObject): string {
  const { groups, area_km2, omitted } = answer;
  const selection = objectOf(answer.selection);
  const rows = rowsOf(answer);
  const isAll = omitted === 0 && !hasCursor(args);
  const by = groupingOf(args);
  const only = groups === 1 && isAll ? onlyText(answer, by, rows) : null;
  const isLargestFirst = args.sort === "-area_km2" && !hasCursor(args);
  return sentence([
    groupedText(answer, nounIn(selection), by, only || typeof groups !== "number" ? 0 : groups),
    only,
    (isAll || isLargestFirst) && groups !== 1 ? largestText(rows) : null,
    typeof area_km2 === "number" ? `${measured(area_km2)} km² in all` : null,
    isAll && groups !== 1 ? mostText(rows) : null,
    isAll && by === "day" ? trendText(rows, answer) : null,
  ]);
}

function groupedText(answer: JsonObject, noun: Noun, by: string | null, groups: number): string {
  const count = matchesText(answer, noun);
  if (groups === 0) return count;
  const least = leastText(answer);
  // A cluster stands for a fire, but one fire may give several.
  if (by === "cluster")
    return `about ${least}${counted(groups, ["fire", "fires"])}, by clusters of ${count}`;
  if (by === "fire" && noun[0] !== "fire")
    return `${least}${counted(groups, ["fire", "fires"])} with ${count}`;
  if (by === "fire") return count;
  return matchesText(
    answer,
    noun,
    ` ${by === "day" ? "on" : "in"} ${counted(groups, groupNoun(by))}`,
  );
}

/** The one thing that an answer is grouped by; null for several. */
function groupingOf({ group_by }: JsonObject): string | null {
  const names = Array.isArray(group_by) ? group_by : [group_by];
  return names.length === 1 ? textOf(names[0]) : null;
}

const groupings = ["day", "hour", "fire", "cell", "cluster", "country", "region", "county"];

function groupNoun(by: string | null): Noun {
  const one = groupings.find((each) => each === by) ?? "group";
  return [one, `${one.replace(/([^a])y$/, "$1ie")}s`];
}

/** The group with most features. */
function mostText(rows: readonly JsonObject[]): string | null {
  const most = largestBy(rows, ({ count }) => numberOf(count));
  const count = numberOf(most?.count);
  if (most === null || count === null || rows.every((row) => row.count === count)) return null;
  return `most ${phrase([plainNumber(count), labelOf(most)])}`;
}

/** The group with the largest area: "largest BUCK, 234 km²". */
function largestText(rows: readonly JsonObject[]): string | null {
  const largest = largestBy(rows, ({ area_km2 }) => numberOf(area_km2));
  return largest && `largest ${phrase([labelOf(largest), areaText(largest.area_km2)])}`;
}

/** "all in United States" of an only group; null where it says no more than its number. */
function onlyText(
  { matched, matched_exact }: JsonObject,
  by: string | null,
  [row]: readonly JsonObject[],
): string | null {
  const label = row && typeof matched === "number" && matched > 1 ? labelOf(row) : null;
  if (label === null || label === "none" || matched_exact === false) return null;
  if (by === "day") return `all on ${label}`;
  return by === "country" || by === "region" || by === "county" ? `all in ${label}` : null;
}

/** What names a group: the texts of its row that are no measures. */
function labelOf(row: JsonObject): string | null {
  const { last } = row;
  if (typeof last === "string") return `last seen ${timeText(last) ?? last}`;
  const texts = Object.entries(row)
    .filter(([name, value]) => typeof value === "string" && !/^(?:first|last|fire)$/.test(name))
    .map(([, value]) => timeText(value) ?? hourText(String(value)));
  return texts.length > 0 ? texts.join(", ") : null;
}

/** "16 Jul 2026, 10:00" of an hour such as "2026-07-16T10", which is in the zone of the call. */
function hourText(text: string): string {
  const [, day, hour] = /^(\d{4}-\d{2}-\d{2})T(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? text : `${timeText(day)}, ${hour}:00`;
}

/**
 * "345 fewer detections in Oregon: 319 on 2 Jul 2026, 664 on 1 Jul 2026; clusters: 14 continuing",
 * "Fires: 10 grown (+49 km²), 1 new (0.41 km²); areas: 98 km² on 2 Jul 2026, 200 km² on 1 Jul 2026"
 */
export function comparisonHeadline(answer: JsonObject): string {
  const { by_status, compared, sums_by_status } = answer;
  const sums = objectOf(sums_by_status);
  const statuses = Object.entries(objectOf(by_status))
    .filter(([, count]) => typeof count === "number" && count > 0)
    .map(([status, count]) => {
      const words = `${plainNumber(Number(count))} ${status.replaceAll("_", " ")}`;
      const sum = sumText(objectOf(sums[status]));
      return sum === null ? words : `${words} (${sum})`;
    });
  const what = typeof compared === "string" ? compared : "features";
  const changes =
    statuses.length > 0 ? `${what}: ${statuses.join(", ")}` : `no ${what} in either period`;
  const counts = countsText(answer);
  // Outlines are compared as fires: how many there are says less than what became of them.
  return sentence(
    what.startsWith("clusters") ? [counts, changes] : [changes, areasText(answer) ?? counts],
  );
}

/** "+49 km²" of fires in both periods, "151 km²" of those in one; null without areas or change. */
function sumText({ area_km2_before: before, area_km2_after: after, change_km2 }: JsonObject) {
  if (typeof before !== "number" || typeof after !== "number") return areaText(after ?? before);
  if (typeof change_km2 !== "number") return null;
  return `${change_km2 > 0 ? "+" : "−"}${measured(Math.abs(change_km2))} km²`;
}

/** "areas in Oregon: 98 km² on 2 Jul 2026, 200 km² on 1 Jul 2026"; null without areas. */
function areasText(answer: JsonObject): string | null {
  const { before, after, sums_by_status } = answer;
  const { total } = objectOf(sums_by_status);
  const { area_km2_before, area_km2_after } = objectOf(total);
  if (typeof area_km2_before !== "number" || typeof area_km2_after !== "number") return null;
  const [was, is] = [areaText(area_km2_before), areaText(area_km2_after)];
  return `areas${whereText(answer)}: ${is}${whenText(after)}, ${was}${whenText(before)}`;
}

/** " on 2 Jul 2026", or " in 1 to 5 Jul 2026"; empty without a period. */
function whenText(period: unknown): string {
  const text = periodText(objectOf(period).interval);
  if (text === null) return "";
  return ` ${text.includes(" ") && !/ to /.test(text) ? "on" : "in"} ${text}`;
}

function countsText(answer: JsonObject): string | null {
  const { before, after } = answer;
  if (!isObject(before) || !isObject(after)) return null;
  const [earlier, later] = [before.matched, after.matched];
  if (typeof earlier !== "number" || typeof later !== "number") return null;
  const noun = nounOf(objectOf(answer.selection).collection);
  const isExact = before.matched_exact !== false && after.matched_exact !== false;
  const change =
    earlier === later ? `as many ${noun[1]}` : `${changeText(earlier, later)} ${noun[1]}`;
  const numbers = `${leastText(after)}${plainNumber(later)}${whenText(after)}, ${leastText(before)}${plainNumber(earlier)}${whenText(before)}`;
  return `${isExact ? change : noun[1]}${whereText(answer)}: ${numbers}`;
}

import { isObject, type JsonObject, numberOf, textOf } from "@emberline/map-app/answer/json";
import { largestBy, powerOf, rowsOf } from "@emberline/map-app/answer/records";
import { nounOf, subjectOf } from "@emberline/map-app/answer/subject";
import { counted, measured, plainNumber, timeText } from "@emberline/map-app/answer/words";
import {
  areaText,
  awayText,
  hasCursor,
  isWhole,
  matchesText,
  nameText,
  phrase,
  powerText,
  seenText,
  sentence,
} from "./headline-words.ts";

/** "10 detections; strongest 56 MW, 58 km ENE, 04:30 UTC" */
export function featuresHeadline(answer: JsonObject, args: JsonObject): string {
  const { selection, returned, matched } = answer;
  const { collection, interval } = isObject(selection) ? selection : {};
  const rows = rowsOf(answer);
  const isPart = typeof returned === "number" && returned !== matched && returned > 0;
  return sentence([
    matchesText(answer, nounOf(collection)),
    chosenText(answer, args, rows, { collection, interval }),
    isPart ? `${plainNumber(returned)} of them here` : null,
  ]);
}

interface Selected {
  readonly collection: unknown;
  readonly interval: unknown;
}

/** The row that stands out, if the answer proves that it does. */
function chosenText(
  answer: JsonObject,
  args: JsonObject,
  rows: readonly JsonObject[],
  { collection, interval }: Selected,
): string | null {
  const first = rows[0];
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
    if (largest && subjectOf([String(collection)]) === "perimeter") {
      return `largest ${describe(largest)}`;
    }
  }
  if (hasCursor(args)) return null;
  const superlative = superlatives[String(answer.order)];
  return superlative === undefined ? null : `${superlative} ${describe(first)}`;
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
  const properties = isObject(answer.properties) ? answer.properties : {};
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

/** "1,170 detections in 5 days; most 453, 16 Jul 2026" */
export function summaryHeadline(answer: JsonObject, args: JsonObject): string {
  const { selection, groups, area_km2, omitted } = answer;
  const { collection } = isObject(selection) ? selection : {};
  const rows = rowsOf(answer);
  const isAll = omitted === 0 && !hasCursor(args);
  const by = groupingOf(args);
  const count = matchesText(answer, nounOf(collection));
  const grouped =
    typeof groups === "number" && groups > 0 ? ` in ${counted(groups, groupNoun(by))}` : "";
  return sentence([
    `${count}${grouped}`,
    typeof area_km2 === "number" ? `${measured(area_km2)} km² in all` : null,
    isAll && groups !== 1 ? mostText(rows) : null,
  ]);
}

/** The one thing that an answer is grouped by; null for several. */
function groupingOf({ group_by }: JsonObject): string | null {
  const names = Array.isArray(group_by) ? group_by : [group_by];
  return names.length === 1 ? textOf(names[0]) : null;
}

function groupNoun(by: string | null): readonly [string, string] {
  switch (by) {
    case "day":
      return ["day", "days"];
    case "hour":
      return ["hour", "hours"];
    case "fire":
      return ["fire", "fires"];
    case "cell":
      return ["cell", "cells"];
    case "cluster":
      return ["cluster", "clusters"];
    case "country":
      return ["country", "countries"];
    case "region":
      return ["region", "regions"];
    case "county":
      return ["county", "counties"];
    default:
      return ["group", "groups"];
  }
}

/** The group with most features. */
function mostText(rows: readonly JsonObject[]): string | null {
  const most = largestBy(rows, ({ count }) => numberOf(count));
  const count = numberOf(most?.count);
  if (most === null || count === null || rows.every((row) => row.count === count)) return null;
  return `most ${phrase([plainNumber(count), labelOf(most)])}`;
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

/** "Fires: 2 grown, 15 new, 10 not seen again; 12 perimeters before, 17 after" */
export function comparisonHeadline(answer: JsonObject): string {
  const { by_status, compared, selection, before, after } = answer;
  const statuses = isObject(by_status)
    ? Object.entries(by_status)
        .filter(([, count]) => typeof count === "number" && count > 0)
        .map(([status, count]) => `${plainNumber(Number(count))} ${status.replaceAll("_", " ")}`)
    : [];
  const what = typeof compared === "string" ? compared : "features";
  const counts = [before, after].map((each) => (isObject(each) ? each.matched : null));
  const [earlier, later] = counts;
  const noun = nounOf(isObject(selection) ? selection.collection : "");
  return sentence([
    statuses.length > 0 ? `${what}: ${statuses.join(", ")}` : `no ${what} in either period`,
    typeof earlier === "number" && typeof later === "number"
      ? `${counted(earlier, noun)} before, ${plainNumber(later)} after`
      : null,
  ]);
}

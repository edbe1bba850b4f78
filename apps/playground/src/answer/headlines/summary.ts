import { isObject, type JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { largestBy, numberOf, rowsOf, textOf } from "../records.ts";
import { counted, measured, plainNumber, timeText } from "../words.ts";
import { hasCursor, matchesText, sentence } from "./matches.ts";
import { phrase } from "./row-words.ts";

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

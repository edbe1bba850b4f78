import { isObject, type JsonObject } from "../../json.ts";
import { powerOf } from "../../map/size.ts";
import { subjectOf } from "../../map/subject.ts";
import { nounOf } from "../nouns.ts";
import { largestBy, numberOf, rowsOf } from "../records.ts";
import { plainNumber } from "../words.ts";
import { hasCursor, isWhole, matchesText, sentence } from "./matches.ts";
import { areaText, awayText, nameText, phrase, powerText, seenText } from "./row-words.ts";

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

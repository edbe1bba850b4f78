import { isObject, type JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { largestBy, numberOf, rowsOf } from "../records.ts";
import { plainNumber } from "../words.ts";
import { matchesText, sentence } from "./matches.ts";
import { awayText, phrase, powerText, seenText } from "./row-words.ts";

const labelWords: Readonly<Record<string, string>> = {
  inside_perimeter: "in a perimeter",
  near_perimeter: "near a perimeter",
  likely_industrial: "likely industrial",
  likely_volcanic: "likely volcanic",
  may_be_new_fire: "maybe of a new fire",
  no_known_source_or_perimeter: "near no known source or perimeter",
};

/** "621 detections: 615 in a perimeter, 6 likely industrial; nearest 6.2 km NNE, 10 MW, …" */
export function assessmentHeadline(answer: JsonObject): string {
  if (typeof answer.matched !== "number") return "Detections could not be checked";
  const noun = nounOf("hotspots");
  return sentence([`${matchesText(answer, noun)}${labelTexts(answer.labels)}`, chosenText(answer)]);
}

/** ": 615 in a perimeter, 6 likely industrial", or ", all in a perimeter". */
function labelTexts(labels: unknown): string {
  const counts = Object.entries(isObject(labels) ? labels : {}).flatMap(([label, count]) =>
    typeof count === "number" && count > 0
      ? [{ count, words: labelWords[label] ?? label.replaceAll("_", " ") }]
      : [],
  );
  const [only, ...others] = counts;
  if (!only) return "";
  if (others.length === 0) return only.count === 1 ? `, ${only.words}` : `, all ${only.words}`;
  return `: ${counts.map(({ count, words }) => `${plainNumber(count)} ${words}`).join(", ")}`;
}

/** The nearest detection; in an area without a centre the newest. */
function chosenText(answer: JsonObject): string | null {
  const rows = rowsOf(answer, "nearest");
  const labels = Object.values(isObject(answer.labels) ? answer.labels : {});
  // A label without its row may have a nearer detection.
  if (rows.length < labels.filter((count) => count !== 0).length) return null;
  const interval = isObject(answer.selection) ? answer.selection.interval : undefined;
  const nearest = largestBy(rows, ({ distance_km }) => {
    const distance = numberOf(distance_km);
    return distance === null ? null : -distance;
  });
  if (nearest) {
    return `nearest ${phrase([awayText(nearest), powerText(nearest), seenText(nearest, interval)])}`;
  }
  const newest = largestBy(rows, ({ time }) => {
    const timeMs = Date.parse(String(time));
    return Number.isNaN(timeMs) ? null : timeMs;
  });
  return newest ? `newest ${phrase([seenText(newest, interval), powerText(newest)])}` : null;
}

import type { JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { numberOf, rowsOf } from "../records.ts";
import { counted, listed, plainNumber } from "../words.ts";
import { matchesText, sentence } from "./matches.ts";

/** "1,170 detections and 2 perimeters (1 drawn) on the map" */
export function mapHeadline(answer: JsonObject): string {
  const layers = rowsOf(answer).flatMap((row) => {
    const { collection, drawn, matched_exact } = row;
    const matched = numberOf(row.matched);
    if (matched === null || matched === 0) return [];
    const least = matched_exact === false ? "at least " : "";
    const part =
      typeof drawn === "number" && drawn < matched ? ` (${plainNumber(drawn)} drawn)` : "";
    return [`${least}${counted(matched, nounOf(collection))}${part}`];
  });
  return sentence([layers.length > 0 ? `${listed(layers)} on the map` : "nothing to draw"]);
}

/** "1,170 detections written to a csv file, 166 kB" */
export function exportHeadline(answer: JsonObject): string {
  const { count, format, size_bytes, selection } = answer;
  const noun = nounOf((selection as JsonObject | undefined)?.collection);
  const written = typeof count === "number" ? counted(count, noun) : matchesText(answer, noun);
  const size = typeof size_bytes === "number" ? `, ${sizeText(size_bytes)}` : "";
  return sentence([`${written} written to a${format ? ` ${format}` : ""} file${size}`]);
}

/** "166 kB" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

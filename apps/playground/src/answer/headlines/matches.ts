import type { JsonObject } from "../../json.ts";
import { areaWords } from "../selection-words.ts";
import { counted, type Noun } from "../words.ts";

/** "10 detections", "at least 500 detections", "No detections within 60 km of Armidale". */
export function matchesText(answer: JsonObject, noun: Noun): string {
  const { matched, matched_exact } = answer;
  if (typeof matched !== "number") return noun[1];
  if (matched > 0) return `${matched_exact === false ? "at least " : ""}${counted(matched, noun)}`;
  const { selection } = answer;
  const area = areaWords((selection ?? {}) as JsonObject);
  return [`No ${noun[1]}`, matched_exact === false ? "in what could be read" : null, area]
    .filter(Boolean)
    .join(" ");
}

/** Whether an answer shows all that matched, so that its largest row is the largest of all. */
export function isWhole({ matched, returned, matched_exact }: JsonObject, args: JsonObject) {
  return matched === returned && matched_exact !== false && !hasCursor(args);
}

/** Whether a call continues an earlier one. */
export function hasCursor({ cursor }: JsonObject): boolean {
  return typeof cursor === "string" && cursor !== "";
}

export function sentence(parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null && part !== "").join("; ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

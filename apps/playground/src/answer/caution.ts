import type { JsonObject } from "../json.ts";
import { sortNotices } from "./notices.ts";

/** Tools whose empty answer could be taken for the absence of fire. */
const aboutFires = [
  "query_features",
  "summarize_features",
  "assess_location",
  "assess_fire",
  "compare_periods",
  "show_map",
];

/** Whether an answer found nothing. */
export function isEmptyAnswer({ matched, rows, compared }: JsonObject): boolean {
  if (typeof matched === "number") return matched === 0;
  return compared !== undefined && Array.isArray(rows) && rows.length === 0;
}

/** What people must know of an answer; of an empty one always that it does not prove safety. */
export function safetyNotices(tool: string, answer: JsonObject): readonly string[] {
  const { safety } = sortNotices(answer);
  const isSaid = safety.some((notice) => /\bsafe\b/i.test(notice));
  if (isSaid || !aboutFires.includes(tool) || !isEmptyAnswer(answer)) return safety;
  return [...safety, "No match does not mean that the place was observed or is safe."];
}

import { parseTimeMs } from "@emberline/geo";
import { isDate } from "../answer/words.ts";

const local = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});
const zone = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });

/** A time of an answer in the zone of the device; null for a date, which belongs to no zone. */
export function localTime(value: unknown): string | null {
  if (typeof value !== "string" || isDate(value)) return null;
  const timeMs = parseTimeMs(value);
  if (timeMs === undefined) return null;
  const date = new Date(timeMs);
  const name = zone.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value;
  return `Local time: ${local.format(date)} ${name ?? ""}`.trim();
}

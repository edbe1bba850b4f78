import type { Feature } from "@emberline/core";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";

/** The time as in the data; for calendar dates only the date. */
export function timeCell(
  { properties }: Feature,
  { roles, isByDate }: Pick<CollectionInfo, "roles" | "isByDate">,
): string | null {
  const time = timeOf(properties, roles);
  if (time === null) return null;
  return isByDate ? time.replace(/T00:00(:00(\.0+)?)?Z$/, "") : cleanText(time, 40);
}

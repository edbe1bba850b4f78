import { printInstant } from "@emberline/geo";
import type { Asked } from "./rows.ts";

const dayMs = 86_400_000;

/**
 * A text with the times of a reading: `{now}` and `{since}` in UTC with seconds, `{today}` and
 * `{sinceDay}` as dates, `{tomorrow}` for windows whose end is not part of them.
 */
function withTimes(text: string, { nowMs, sinceMs }: Pick<Asked, "nowMs" | "sinceMs">): string {
  const instant = (ms: number) => printInstant(Math.floor(ms / 1000) * 1000);
  const day = (ms: number) => printInstant(ms).slice(0, 10);
  return text
    .replaceAll("{now}", instant(nowMs))
    .replaceAll("{since}", instant(sinceMs))
    .replaceAll("{today}", day(nowMs))
    .replaceAll("{tomorrow}", day(nowMs + dayMs))
    .replaceAll("{sinceDay}", day(sinceMs));
}

/** An address with parameters, whose values may have the times of a reading. */
export function urlWith(
  address: string,
  query: Readonly<Record<string, string>>,
  asked: Pick<Asked, "nowMs" | "sinceMs">,
): URL {
  const url = new URL(withTimes(address, asked).replaceAll("{todayDigits}", digits(asked.nowMs)));
  for (const [name, value] of Object.entries(query))
    url.searchParams.set(name, withTimes(value, asked));
  return url;
}

/** As in names of files: 20260730. */
function digits(ms: number): string {
  return printInstant(ms).slice(0, 10).replaceAll("-", "");
}

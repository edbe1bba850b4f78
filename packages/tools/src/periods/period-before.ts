import { printInstant } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { type Interval, lengthOf } from "../selection/interval.ts";
import { dayMs } from "../values/calendar.ts";
import { offer } from "../values/text.ts";

/**
 * The period as long as another, until just before it.
 *
 * @param endMs the end of one without an end: that of the data
 * @throws {ToolError} where the other has no start (`invalid_input`)
 */
export function periodBefore({ start, end }: Interval, endMs: number): Interval {
  const toMs = end === null ? endMs : Date.parse(end);
  if (start === null) {
    const week = `${printInstant(toMs - 7 * dayMs)}/${end ?? printInstant(toMs)}`;
    throw invalidInput(
      `after has no start, so before has to be given, or a start. ${offer({ after: week })}`,
      "before",
    );
  }
  const startMs = Date.parse(start);
  const fromMs = startMs - Math.max(0, lengthOf(startMs, toMs));
  return { start: printInstant(fromMs), end: printInstant(startMs - 1) };
}

import { printInstant } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { offer } from "../values/text.ts";

/**
 * The period as long as another, just before it. Both include their ends.
 *
 * @throws {ToolError} where the other has no start or no end (`invalid_input`)
 */
export async function periodBefore(
  after: string | Interval,
  { now, presentation: { zone } }: Pick<ToolContext, "now" | "presentation">,
): Promise<Interval> {
  const { start, end } =
    typeof after === "string"
      ? await resolveTime(after, now(), { zone, parameter: "after" })
      : after;
  if (start === null || end === null)
    throw invalidInput(
      `after has no start or no end, so before has to be given. ${offer({ before: "yesterday", after: "today" })}`,
      "before",
    );
  const startMs = Date.parse(start);
  const lengthMs = Date.parse(end) - startMs + 1;
  return { start: printInstant(startMs - lengthMs), end: printInstant(startMs - 1) };
}

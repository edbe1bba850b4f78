import type { Simulation } from "@emberline/core";
import { printInstant } from "@emberline/geo";
import { madeUpNotice, noticesOf, withFirst } from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import { unreadNotice } from "../collection/simulation-features.ts";
import type { SimulationReading } from "../reading/simulations.ts";
import { describeArea, describeFire } from "../selection/describe-selection.ts";
import { listNames } from "../values/text.ts";
import type { List } from "./resolve-list.ts";

/** How the answer describes the selection. */
export function selectionMembers({ since, untilMs, area, fire }: List) {
  return {
    ...(since !== undefined && { since }),
    ...(untilMs && { until: printInstant(untilMs) }),
    ...(area && { area: describeArea(area) }),
    ...(fire?.found && { fire: describeFire(fire.found) }),
  };
}

/** What was read, as far as notices are about it. */
type Read = Pick<
  SimulationReading,
  "isEnd" | "seen" | "unread" | "statuses" | "stopped" | "notices"
>;

/**
 * @param shown the simulations with rows, or some of them
 * @param aboutRows on the first mappings of their fires, and ties of the last
 */
export function listNotices(
  { since, fire, linkOf, timeNotice }: List,
  shown: readonly Simulation[],
  { notices, stopped, isEnd, seen, unread, statuses }: Read,
  context: ToolContext,
  ...aboutRows: readonly (string | null)[]
) {
  const isNone = shown.length === 0;
  return noticesOf(withFirst(context, timeNotice), false, [
    madeUpNotice(shown, context),
    ...notices,
    ...(fire?.notices ?? []),
    fire?.found && shown.some((each) => linkOf?.(each) === "name only")
      ? "matched_by name only: not from the time when the fire burned, so it may be another fire of that name."
      : null,
    ...aboutRows,
    stopped && `The reading stopped early (${stopped}): next_cursor continues.`,
    unreadNotice(unread),
    isNone && isEnd ? noneOf(seen, since) : null,
    isNone && statuses.length > 0 ? `The statuses in the list are ${listNames(statuses)}.` : null,
  ]);
}

function noneOf(seen: number, since: string | undefined): string {
  if (seen === 0)
    return since === undefined ? "There are no simulations." : "No simulation matches.";
  return `None of ${seen} simulations${since === undefined ? "" : " since then"} matches.`;
}

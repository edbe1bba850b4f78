import { printInstant } from "@emberline/geo";
import { z } from "zod";
import {
  budgetParameter,
  cell,
  constantsMember,
  noticesMember,
  noticesOf,
  withFirst,
} from "../answer/envelope.ts";
import { withoutConstants } from "../answer/layout.ts";
import { simulationTable } from "../answer/simulation-rows.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { readSimulations, simulationPlace } from "../reading/simulations.ts";
import { readSortedSimulations } from "../reading/sorted-simulations.ts";
import { resolveArea } from "../selection/area.ts";
import {
  describeArea,
  describedArea,
  describedFire,
  describeFire,
} from "../selection/describe-selection.ts";
import { checkFirePin, firePin, pinsOf } from "../selection/fire-scope.ts";
import { sameAsCursor } from "../selection/selection.ts";
import { columnOf, sortOf } from "../simulations/columns.ts";
import { findLinks, linkTo } from "../simulations/fire-links.ts";
import { simulationParameters } from "../simulations/parameters.ts";
import { endOf, startWithinData } from "../simulations/times.ts";
import { listNames } from "../values/text.ts";

const name = "list_simulations";

const cursorState = z.object({
  given: z.object(simulationParameters).strict(),
  since: z.string().optional(),
  untilMs: z.number().optional(),
  place: simulationPlace,
  pin: firePin,
});

const output = z.object({
  since: z.string().optional().describe("as resolved, UTC"),
  until: z.string().optional(),
  area: describedArea.optional(),
  fire: describedFire.optional(),
  counts: z
    .record(z.string(), z.record(z.string(), z.number()))
    .optional()
    .describe("matches by status and origin"),
  constants: constantsMember,
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  returned: z.number().int(),
  matched: z.number().int(),
  matched_exact: z.boolean().describe("false: matched is a lower bound"),
  complete: z.boolean().describe("no matches follow this answer"),
  next_cursor: z.string().optional(),
  notices: noticesMember,
});

/** Fire-spread simulations of the organization, with counts by status and origin. */
export const listSimulations = defineTool({
  name,
  title: "List fire-spread simulations",
  description:
    "Lists the organization's fire-spread simulations, newest first: counts by status and origin; of each its fire, place, forecast burned area and forecast end. They are forecasts, not observations. To group them (by day, fire, error) use summarize_features with collection simulations.",
  toolset: "core",
  annotations: readOnly,
  input: z.object({
    ...simulationParameters,
    properties: z
      .array(z.string().max(40))
      .max(20)
      .optional()
      .describe("Columns to show (burned_area_hectares on request)."),
    limit: z.number().int().min(1).max(500).optional().describe("Maximum rows (default 20)."),
    cursor: cursorParameter,
    ...budgetParameter,
  }),
  output,
  async run({ cursor, limit = 20, properties, max_tokens: _, ...given }, context) {
    const state =
      cursor === undefined ? undefined : decodeCursor(name, cursor, cursorState, context);
    if (state) sameAsCursor(given, state.given);
    const filter = state?.given ?? given;
    const area = await resolveArea(filter, context);
    const untilMs = state ? state.untilMs : filter.until && endOf(filter.until, context.now());
    const { since, timeNotice } = state
      ? { since: state.since, timeNotice: null }
      : await startWithinData(filter.since, untilMs || undefined, context);
    const fire = filter.fire === undefined ? null : await findLinks(filter.fire, filter, context);
    const scope = fire?.found ? { fire: fire.found, isOwn: false } : null;
    checkFirePin(scope, state?.pin);
    const [pin] = pinsOf(scope);
    const linkOf = linkTo(fire, filter.fire_name);
    const wanted = { ...filter, since, untilMs: untilMs || undefined, area, linkOf };
    const shown = properties?.map((each) => columnOf(each, "properties"));
    const sort = sortOf(filter.sort, context.now());
    const read = await (sort
      ? readSortedSimulations(wanted, sort, limit, state?.place, context)
      : readSimulations(wanted, limit, state?.place, context));
    const table = simulationTable(read.simulations, context.now(), { properties: shown, linkOf });
    const { columns, rows, constants } = withoutConstants(table);
    const keep = (kept: number) => {
      const isLast = kept === rows.length && read.isEnd;
      return {
        ...(since !== undefined && { since }),
        ...(untilMs && { until: printInstant(untilMs) }),
        ...(area && { area: describeArea(area) }),
        ...(fire?.found && { fire: describeFire(fire.found) }),
        ...(read.counts && { counts: read.counts.toMember() }),
        ...(constants && { constants }),
        columns,
        rows: rows.slice(0, kept),
        returned: kept,
        matched: read.matched,
        matched_exact: read.isCounted,
        complete: isLast,
        ...(!isLast && {
          next_cursor: encodeCursor(
            name,
            {
              given: filter,
              since,
              untilMs: untilMs || undefined,
              place: read.placeAfter(kept),
              pin,
            },
            context,
          ),
        }),
        ...noticesOf(
          withFirst(context, timeNotice),
          read.simulations.flatMap(({ fireName, locationName, model }) => [
            fireName,
            locationName,
            model,
          ]),
          [
            ...read.notices,
            ...(fire?.notices ?? []),
            fire?.found && read.simulations.some((each) => linkOf?.(each) === "name only")
              ? "matched_by name only: not from the time when the fire burned, so it may be another fire of that name."
              : null,
            read.stopped && `The reading stopped early (${read.stopped}): next_cursor continues.`,
            rows.length === 0 && read.isEnd ? noneOf(read.seen, since) : null,
            rows.length === 0 && read.statuses.length > 0
              ? `The statuses in the list are ${listNames(read.statuses)}.`
              : null,
          ],
        ),
      };
    };
    return { parts: rows.length, keep };
  },
});

function noneOf(seen: number, since: string | undefined): string {
  if (seen === 0)
    return since === undefined ? "There are no simulations." : "No simulation matches.";
  return `None of ${seen} simulations${since === undefined ? "" : " since then"} matches.`;
}

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
import {
  type SimulationColumn,
  simulationColumns,
  simulationSortValue,
  simulationTable,
} from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { ifOffered } from "../call/if-offered.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { simulationsId } from "../collection/simulation-features.ts";
import type { Fire } from "../fires/fire.ts";
import { type LinkOf, simulationsNamedLike, simulationsOf } from "../fires/simulations-of-fire.ts";
import { simulationsNamed } from "../reading/simulation-links.ts";
import type { SimulationSort } from "../reading/simulation-sort.ts";
import { readSimulations, simulationPlace } from "../reading/simulations.ts";
import { readSortedSimulations } from "../reading/sorted-simulations.ts";
import { resolveArea } from "../selection/area.ts";
import { withinData } from "../selection/data-end.ts";
import {
  describeArea,
  describedArea,
  describedFire,
  describeFire,
} from "../selection/describe-selection.ts";
import { checkFirePin, findFire, firePin, pinsOf } from "../selection/fire-scope.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { selectionInBrief } from "../selection/parameters.ts";
import { sameAsCursor } from "../selection/selection.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { offer } from "../values/offer.ts";
import { listNames, quoted } from "../values/text.ts";

const name = "list_simulations";

const asked = {
  since: z
    .string()
    .max(100)
    .optional()
    .describe('Created at or after this, UTC: "2025-06-20", "last 7 days", an instant.'),
  until: z.string().max(100).optional().describe("Created by the end of this."),
  status: z
    .string()
    .max(40)
    .optional()
    .describe("QUEUED, COMPLETED, NO_SPREAD (ran, no spread) or FAILED."),
  fire_name: z.string().max(100).optional().describe("Part of the fire's or location's name."),
  origin: z
    .enum(["any", "automatic", "requested"])
    .optional()
    .describe("Run by the service, or by a person (default any)."),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe("A fire's name or id: simulations of it; radius_km: how near counts (default 5)."),
  near: z.string().max(100).optional().describe('Centre of a circle: a place name, or "lat,lon".'),
  radius_km: z.number().positive().max(1000).optional().describe("Default 50."),
  within: selectionInBrief.within,
  sort: z
    .string()
    .max(40)
    .optional()
    .describe('A column, descending with "-": "-burned_area_km2" (default "-created_at").'),
};

const cursorState = z.object({
  given: z.object(asked).strict(),
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
    ...asked,
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

interface FireLinks {
  /** Null if the fire has no perimeter. */
  readonly found: Fire | null;
  readonly linkOf: LinkOf;
  readonly notices: readonly string[];
}

/** Simulations of the fire: by its perimeter, or by name alone if it has none. */
async function findLinks(
  text: string,
  { radius_km: radiusKm }: { radius_km?: number | undefined },
  context: ToolContext,
): Promise<FireLinks> {
  const resolved = await ifOffered(findFire(text, null, null, context));
  if (!resolved) {
    const notices = ["No fire of that name has a perimeter: simulations matched by name alone."];
    return { found: null, linkOf: simulationsNamedLike(text), notices };
  }
  const { fire, notices } = resolved;
  return { found: fire, linkOf: simulationsOf(fire, radiusKm), notices };
}

/** How simulations are matched to the fire, and to the part of a name if that is given too. */
function linkTo(fire: FireLinks | null, namePart: string | undefined): LinkOf | undefined {
  const named = namePart === undefined ? undefined : simulationsNamed(namePart);
  if (!fire || !named) return fire?.linkOf ?? named;
  return (simulation) => (named(simulation) === null ? null : fire.linkOf(simulation));
}

/** The start of the time; where the simulations end before words such as "last 7 days", moved. */
async function startWithinData(
  since: string | undefined,
  untilMs: number | undefined,
  context: ToolContext,
): Promise<{ since: string | undefined; timeNotice: string | null }> {
  if (since === undefined) return { since, timeNotice: null };
  const now = context.now();
  const { start, isRelative = false } = startOf(since, now);
  const asked = { start, end: printInstant(untilMs ?? now), isRelative };
  const newest = (await ifOffered(collectionInfo(simulationsId, context)))?.interval?.[1];
  const { interval, notice } = withinData(asked, newest, now, {
    isFixed: untilMs !== undefined,
    offerOf: (from) => ({ since: from, ...(untilMs !== undefined && { until: null }) }),
  });
  return { since: interval.start ?? start, timeNotice: notice };
}

/** @throws {ToolError} when the time has no start, or has an end (`invalid_input`) */
function startOf(since: string, nowMs: number): Interval & { readonly start: string } {
  const interval = resolveTime(since, nowMs, { zone: "UTC", parameter: "since" });
  const { start, end } = interval;
  if (start === null) {
    throw invalidInput(
      `since ${quoted(since, 60)} has no start: give only the earliest time, for example "2025-06-20".`,
    );
  }
  if (since.includes("/") && end !== null && Date.parse(end) < nowMs) {
    throw invalidInput(
      `since ${quoted(since, 60)} has an end, which belongs into until. ${offer({ since: start, until: end })}`,
    );
  }
  return { ...interval, start };
}

/** The last instant of a time. @throws {ToolError} when it has no end (`invalid_input`) */
function endOf(until: string, nowMs: number): number {
  const { end } = resolveTime(until, nowMs, { zone: "UTC", parameter: "until" });
  if (end !== null) return Date.parse(end);
  throw invalidInput(
    `until ${quoted(until, 60)} has no end: give the latest time, for example "2025-06-20".`,
  );
}

/** @throws {ToolError} for a column that simulations do not have (`invalid_input`) */
function columnOf(name: string, parameter: string): SimulationColumn {
  const column = simulationColumns.find((each) => each === name);
  if (column) return column;
  throw invalidInput(
    `${parameter}: simulations have no ${quoted(name, 40)}.${didYouMean(name, simulationColumns)} Their columns are ${listNames(simulationColumns)}.`,
  );
}

/** Null for the list's own order, newest first. */
function sortOf(label: string | undefined, nowMs: number): SimulationSort | null {
  if (label === undefined || label === "-created_at") return null;
  const column = columnOf(label.replace(/^[-+]/, ""), "sort");
  return { label, valueOf: (simulation) => simulationSortValue(simulation, column, nowMs) };
}

import { z } from "zod";
import { budgetParameter, cell, noticesMember, noticesOf } from "../answer/envelope.ts";
import { simulationTable } from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { ifOffered } from "../call/if-offered.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { Fire } from "../fires/fire.ts";
import { type LinkOf, simulationsNamedLike, simulationsOf } from "../fires/simulations-of-fire.ts";
import { readSimulations, simulationPlace } from "../reading/simulations.ts";
import { resolveArea } from "../selection/area.ts";
import {
  describeArea,
  describedArea,
  describedFire,
  describeFire,
} from "../selection/describe-selection.ts";
import { findFire } from "../selection/fire-scope.ts";
import { resolveTime } from "../selection/interval.ts";
import { sameAsCursor } from "../selection/selection.ts";
import { listNames, quoted } from "../values/text.ts";

const name = "list_simulations";

const asked = {
  since: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Only those created at or after this, UTC: "2025-06-20", "last 7 days", or an RFC 3339 instant.',
    ),
  status: z
    .string()
    .max(40)
    .optional()
    .describe("QUEUED, COMPLETED, NO_SPREAD (ran, no spread) or FAILED."),
  fire_name: z
    .string()
    .max(100)
    .optional()
    .describe("Part of the fire's or location's name, case-insensitive."),
  origin: z
    .enum(["any", "automatic", "requested"])
    .optional()
    .describe("Run by the service itself, or by a person (default any)."),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe("A fire's name or id: simulations of it; radius_km: how near counts (default 5)."),
  near: z.string().max(100).optional().describe('Centre of a circle: a place name, or "lat,lon".'),
  radius_km: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .describe("Radius of the circle in km (default 50)."),
};

const cursorState = z.object({
  given: z.object(asked).strict(),
  since: z.string().optional(),
  place: simulationPlace,
});

const output = z.object({
  since: z.string().optional().describe("as resolved, UTC"),
  area: describedArea.optional(),
  fire: describedFire.optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  returned: z.number().int(),
  matched: z.number().int(),
  matched_exact: z.boolean().describe("false: matched is a lower bound"),
  complete: z.boolean().describe("no matches follow this answer"),
  next_cursor: z.string().optional(),
  notices: noticesMember,
});

/** Fire-spread simulations of the organization, newest first; areas in km² and hectares. */
export const listSimulations = defineTool({
  name,
  title: "List fire-spread simulations",
  description:
    "Lists the organization's fire-spread simulations, newest first: status, fire, place, forecast burned area and forecast end. They are forecasts, not observations: for observations use query_features.",
  toolset: "core",
  annotations: readOnly,
  input: z.object({
    ...asked,
    limit: z.number().int().min(1).max(500).optional().describe("Maximum rows (default 20)."),
    cursor: cursorParameter,
    ...budgetParameter,
  }),
  output,
  async run({ cursor, limit = 20, max_tokens: _, ...given }, context) {
    const state =
      cursor === undefined ? undefined : decodeCursor(name, cursor, cursorState, context);
    if (state) sameAsCursor(given, state.given);
    const filter = state?.given ?? given;
    const since = state ? state.since : filter.since && startOf(filter.since, context.now());
    const area = await resolveArea(filter, context);
    const fire = filter.fire === undefined ? null : await findLinks(filter.fire, filter, context);
    const wanted = { ...filter, since, area, linkOf: fire?.linkOf };
    const read = await readSimulations(wanted, limit, state?.place, context);
    const { columns, rows } = simulationTable(read.simulations, context.now(), fire?.linkOf);
    const keep = (kept: number) => {
      const isLast = kept === rows.length && read.isEnd;
      return {
        ...(since !== undefined && { since }),
        ...(area && { area: describeArea(area) }),
        ...(fire?.found && { fire: describeFire(fire.found) }),
        columns,
        rows: rows.slice(0, kept),
        returned: kept,
        matched: read.matched,
        matched_exact: read.isCounted,
        complete: isLast,
        ...(!isLast && {
          next_cursor: encodeCursor(
            name,
            { given: filter, since, place: read.placeAfter(kept) },
            context,
          ),
        }),
        ...noticesOf(
          context,
          read.simulations.flatMap(({ fireName, locationName, model }) => [
            fireName,
            locationName,
            model,
          ]),
          [
            ...read.notices,
            ...(fire?.notices ?? []),
            read.stopped && `The reading stopped early (${read.stopped}): next_cursor continues.`,
            rows.length === 0 && read.isEnd ? "No simulation matches." : null,
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

interface FireLinks {
  /** Null where no perimeter knows the fire. */
  readonly found: Fire | null;
  readonly linkOf: LinkOf;
  readonly notices: readonly string[];
}

/** What belongs to the fire: by its perimeter, or by name alone where it has none. */
async function findLinks(
  text: string,
  { radius_km: radiusKm }: { radius_km?: number | undefined },
  context: ToolContext,
): Promise<FireLinks> {
  const resolved = await ifOffered(findFire(text, null, null, context));
  if (!resolved) {
    const notices = ["No perimeter is of a fire of that name: simulations matched by name alone."];
    return { found: null, linkOf: simulationsNamedLike(text), notices };
  }
  const { fire, notices } = resolved;
  return { found: fire, linkOf: simulationsOf(fire, radiusKm), notices };
}

/** @throws {ToolError} when the time has no start, or has an end (`invalid_input`) */
function startOf(since: string, nowMs: number): string {
  const { start, end } = resolveTime(since, nowMs);
  const isBounded = since.includes("/") && end !== null && Date.parse(end) < nowMs;
  if (start !== null && !isBounded) return start;
  throw invalidInput(
    `since ${quoted(since, 60)} ${start === null ? "has no start" : "has an end, which this list does not support"}: give only the earliest time, for example "2025-06-20".`,
  );
}

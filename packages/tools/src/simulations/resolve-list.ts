import { z } from "zod";
import { budgetParameter } from "../answer/envelope.ts";
import type { SimulationColumn } from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import type { LinkOf } from "../fires/simulations-of-fire.ts";
import type { SimulationSort } from "../reading/simulation-sort.ts";
import {
  type SimulationFilter,
  type SimulationPlace,
  simulationPlace,
} from "../reading/simulations.ts";
import { type Area, resolveArea } from "../selection/area.ts";
import { checkFirePin, firePin, pinsOf } from "../selection/fire-scope.ts";
import { sameAsCursor } from "../selection/selection.ts";
import { columnOf, sortOf } from "./columns.ts";
import { type FireLinks, findLinks, linkTo } from "./fire-links.ts";
import { simulationParameters } from "./parameters.ts";
import { endOf, startWithinData } from "./times.ts";

const name = "list_simulations";

export const listInput = z.object({
  ...simulationParameters,
  properties: z
    .array(z.string().max(40))
    .max(20)
    .optional()
    .describe("Columns to show (burned_area_hectares on request)."),
  limit: z.number().int().min(1).max(500).optional().describe("Maximum rows (default 20)."),
  cursor: cursorParameter,
  ...budgetParameter,
});

export type ListInput = z.output<typeof listInput>;

const cursorState = z.object({
  given: z.object(simulationParameters).strict(),
  since: z.string().optional(),
  untilMs: z.number().optional(),
  place: simulationPlace,
  pin: firePin,
});

/** A listing as resolved. */
export interface List {
  readonly filter: SimulationFilter;
  readonly since: string | undefined;
  readonly untilMs: number | undefined;
  readonly area: Area | null;
  readonly fire: FireLinks | null;
  readonly linkOf: LinkOf | undefined;
  /** The columns to show; by default the usual ones. */
  readonly shown: readonly SimulationColumn[] | undefined;
  /** Null for newest first. */
  readonly sort: SimulationSort | null;
  readonly timeNotice: string | null;
  /** How far earlier answers got. */
  readonly place: SimulationPlace | undefined;
  cursorOf(place: SimulationPlace): string;
}

/**
 * Resolves the arguments, or those that a cursor pins.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveList(
  { cursor, limit: _limit, properties, max_tokens: _, ...given }: ListInput,
  context: ToolContext,
): Promise<List> {
  const state = cursor === undefined ? undefined : decodeCursor(name, cursor, cursorState, context);
  if (state) sameAsCursor(given, state.given);
  const asked = state?.given ?? given;
  const area = await resolveArea(asked, context);
  const untilMs =
    (state ? state.untilMs : asked.until && endOf(asked.until, context.now())) || undefined;
  const { since, timeNotice } = state
    ? { since: state.since, timeNotice: null }
    : await startWithinData(asked.since, untilMs, context);
  const fire = asked.fire === undefined ? null : await findLinks(asked.fire, asked, context);
  const scope = fire?.found ? { fire: fire.found, isOwn: false } : null;
  checkFirePin(scope, state?.pin);
  const [pin] = pinsOf(scope);
  const linkOf = linkTo(fire, asked.fire_name);
  return {
    filter: { ...asked, since, untilMs, area, linkOf },
    since,
    untilMs,
    area,
    fire,
    linkOf,
    shown: properties?.map((each) => columnOf(each, "properties")),
    sort: sortOf(asked.sort, context.now()),
    timeNotice,
    place: state?.place,
    cursorOf: (place) => encodeCursor(name, { given: asked, since, untilMs, place, pin }, context),
  };
}

import { z } from "zod";
import { budgetParameter, explainParameter } from "../answer/envelope.ts";
import { cursorParameter } from "../call/cursor.ts";
import { readingState } from "../reading/tally.ts";
import { firePin } from "../selection/fire-scope.ts";
import {
  exclusionParameters,
  geometryParameter,
  selectionParameters,
  staticSourceKmParameter,
} from "../selection/parameters.ts";

export const queryInput = z.object({
  ...selectionParameters,
  ...exclusionParameters,
  static_source_km: staticSourceKmParameter.describe(
    "Adds near_source: the nearest static heat source within this many km.",
  ),
  properties: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .describe("Properties to show; default: the main ones."),
  geometry: geometryParameter,
  sort: z
    .string()
    .max(100)
    .optional()
    .describe(
      'A property, "time" or "distance"; descending with "-": "-time". Default: nearest first with a point, else the service\'s order.',
    ),
  latest_per_fire: z
    .boolean()
    .optional()
    .describe("Only the newest snapshot of each fire; default: true if sorted or near a point."),
  limit: z.number().int().min(1).max(1000).optional().describe("Maximum rows (default 20)."),
  cursor: cursorParameter,
  ...explainParameter,
  ...budgetParameter,
});

export type QueryInput = z.output<typeof queryInput>;

/** A cursor pins the selection's arguments, the resolved interval, and how far the reading got. */
export const cursorState = z.tuple([
  z
    .object(selectionParameters)
    .extend({
      ...exclusionParameters,
      sort: z.string().optional(),
      latest_per_fire: z.boolean().optional(),
    })
    .strict(),
  z.union([z.tuple([z.string().nullable(), z.string().nullable()]), z.literal(0)]),
  readingState,
  firePin,
]);

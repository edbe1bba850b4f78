import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { Outlines } from "../geometry/outlines.ts";
import { clusterKm, readBoth } from "../map/compared.ts";
import type { MapInput } from "../map/parameters.ts";
import { resolvePeriods } from "../map/read-map.ts";
import { DetectionComparison } from "../periods/detections.ts";
import { FireComparison } from "../periods/fires.ts";
import type { Cell } from "../values/text-numbers.ts";

/** More marks would be one blot, and a part of them would look like all. */
const maxChanges = 20_000;

/**
 * What became of each fire or cluster of detections between the periods of a map, as the rows of
 * `compare_periods` say it.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function changesOfLayer(
  { layer, ...input }: Omit<MapInput, "collections"> & { readonly layer: string },
  context: ToolContext,
): Promise<{ columns: string[]; rows: Cell[][] }> {
  const { was, is } = await resolvePeriods({ ...input, collections: [layer] }, context);
  const [before, after] = [was, is].map(({ layers }) => layers[0]!.selection);
  if (!before || !after) return { columns: [], rows: [] };
  const comparison = before.latestPerFire
    ? new FireComparison(before.collection, new Outlines(context))
    : new DetectionComparison(clusterKm);
  await readBoth({ before, after }, context, comparison);
  const rows = await comparison.rows(context.pause);
  if (rows.length > maxChanges)
    throw invalidInput(
      `${rows.length} fires or clusters changed, and a map has room for ${maxChanges}: name a smaller area.`,
      "bbox",
    );
  return { columns: comparison.columns, rows };
}

import { z } from "zod";
import { budgetParameter, cell, countsOf, featuresAnswer, noticesOf } from "../answer.ts";
import { areaMeter } from "../areas.ts";
import { echo } from "../echo.ts";
import { emptyNotices } from "../empty.ts";
import { invalidInput } from "../errors.ts";
import { scan, tallyNotices } from "../scan.ts";
import { resolveSelection } from "../selection.ts";
import { selectionParameters } from "../selection-parameters.ts";
import { Summary } from "../summary/summary.ts";
import { defineTool, readOnly } from "../tool.ts";

const {
  rows: _rows,
  columns: _columns,
  order: _order,
  returned: _returned,
  next_cursor: _cursor,
  ...envelope
} = featuresAnswer.shape;

const output = z.object({
  ...envelope,
  time_zone: z.string().optional(),
  stats: z
    .record(z.string(), z.record(z.string(), z.union([z.number(), z.null()])))
    .optional()
    .describe("per property: count, sum, min, max, mean, median (exact)"),
  area_km2: z.number().optional().describe("sum of polygon areas on the WGS 84 ellipsoid"),
  union_km2: z.number().optional().describe("area covered by all polygons together, overlaps once"),
  groups: z.number().int().optional().describe("number of groups"),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(cell)).optional().describe("one per group"),
  top_columns: z.array(z.string()).optional(),
  top_rows: z.array(z.array(cell)).optional().describe("the greatest, first the greatest"),
});

/** How many, how strong, how large, when: exact over all features that match. */
export const summarizeFeatures = defineTool({
  name: "summarize_features",
  title: "Summarize features",
  description:
    'Counts and measures all features that match, exactly: totals, statistics of numbers, areas of polygons, per day, hour, property, fire or cell. For "how many fires?" group hotspots by cluster: counts are of detections, and satellites see one fire many times. For the features themselves take query_features.',
  toolset: "analysis",
  annotations: readOnly,
  input: z.object({
    ...selectionParameters,
    latest_per_fire: z
      .boolean()
      .optional()
      .describe("Only the newest snapshot of each fire (default true where snapshots have fires)."),
    group_by: z
      .array(z.string().max(100))
      .max(2)
      .optional()
      .describe(
        'Up to two of: "day", "hour" (in time_zone), "fire", "cell", a property; or "cluster" alone.',
      ),
    properties: z
      .array(z.string().max(100))
      .max(5)
      .optional()
      .describe("Numbers to measure (default: the strength, such as frp)."),
    top: z
      .number()
      .int()
      .min(0)
      .max(50)
      .optional()
      .describe("How many of the greatest features to give with ids (default 3)."),
    top_by: z
      .string()
      .max(100)
      .optional()
      .describe('What they are the greatest by: a number or "area_km2".'),
    union: z
      .boolean()
      .optional()
      .describe("Also the area that all polygons cover together (up to 200,000 vertices)."),
    cell_deg: z
      .number()
      .min(0.01)
      .max(90)
      .optional()
      .describe("Size of a cell in degrees (default 1)."),
    cluster_km: z
      .number()
      .min(0.1)
      .max(50)
      .optional()
      .describe("Greatest distance of neighbours in a cluster (default 2)."),
    cluster_hours: z
      .number()
      .min(1)
      .max(720)
      .optional()
      .describe("Greatest time between them (default 48)."),
    ...budgetParameter,
  }),
  output,
  async run(input, context) {
    const selection = await resolveSelection(input, context, {
      latestPerFire: input.latest_per_fire,
      isRanking: true,
    });
    const { collection, filter } = selection;
    const summary = new Summary(input, selection, await areaMeter());
    const tally = await scan(selection, context, (hit) => summary.add(hit));
    const union = await summary.unionKm2();
    if (input.union && union === null)
      throw invalidInput("union: nothing that matches has an area; leave it out.");
    const empty = tally.matched === 0 ? await emptyNotices(selection, context) : [];
    const groups = summary.groups();
    const top = summary.top();
    const sizes = groups?.rows.length ?? 0;
    const build = (kept: number) => ({
      selection: echo(selection, context),
      ...countsOf(tally, sizes - kept),
      complete: kept === sizes && tally.exact && tally.skipped === 0,
      newest: collection.interval?.[1] ?? "unknown",
      ...(input.time_zone === undefined ? {} : { time_zone: input.time_zone }),
      ...summary.totals(),
      ...(union === null ? {} : { union_km2: union }),
      ...(groups
        ? { groups: sizes, columns: groups.columns, rows: groups.rows.slice(0, kept) }
        : {}),
      ...(top.rows.length > 0 ? { top_columns: top.columns, top_rows: top.rows } : {}),
      ...noticesOf(
        context,
        [collection.title, collection.description],
        [
          ...empty,
          ...tallyNotices(tally, filter !== null),
          ...(filter?.notices ?? []),
          ...summary.notices(),
          kept < sizes
            ? `${sizes - kept} of ${sizes} groups are left out: raise max_tokens, or group coarser or over less.`
            : null,
        ],
      ),
    });
    return { size: sizes, build };
  },
});

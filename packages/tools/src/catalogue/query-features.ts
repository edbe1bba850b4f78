import { z } from "zod";
import {
  budgetParameter,
  envelopeOf,
  explainParameter,
  featuresAnswer,
} from "../answer/envelope.ts";
import { type Table, toTable } from "../answer/table.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import type { ShortenableAnswer } from "../call/shortenable-answer.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { checkProperties } from "../collection/check-properties.ts";
import { emptyNotices } from "../empty/why-empty.ts";
import { Outlines } from "../geometry/outlines.ts";
import { type GeometryDetail, simplifiedNotice } from "../geometry/simplify.ts";
import { type Reading, readingState } from "../reading/reading.ts";
import { readInOrder } from "../reading/rows.ts";
import { parseSort } from "../reading/sort.ts";
import { readSorted } from "../reading/sorted-rows.ts";
import { withSources } from "../reading/static-sources.ts";
import { checkFirePin, firePin, pinsOf } from "../selection/fire-scope.ts";
import { pinnedInterval } from "../selection/interval.ts";
import { geometryParameter, selectionParameters } from "../selection/parameters.ts";
import { resolveSelection, type Selection, sameAsCursor } from "../selection/selection.ts";
import { exclusionParameters, staticSourceKmParameter } from "../selection/source-parameters.ts";

const name = "query_features";

const input = z.object({
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

/** A cursor pins the selection's arguments, the resolved interval, and how far the reading got. */
const cursorState = z.tuple([
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

/**
 * Features as rows: points with lon and lat, polygons with bbox, area in km² and an inner point.
 */
export const queryFeatures = defineTool({
  name,
  title: "Query features",
  description:
    "Finds hotspots (satellite detections), fire perimeters or static heat sources by area and time, as rows. Use list_collections first if you do not know the collections, get_feature for one feature's geometry. A detection is a warm pixel at an overpass, not a fire; no detection does not mean safe.",
  toolset: "core",
  annotations: readOnly,
  input,
  output: featuresAnswer,
  async run(
    { cursor, limit = 20, properties, geometry, max_tokens: _, explain: _explain, ...more },
    context,
  ) {
    const { static_source_km: sourceKm, ...given } = more;
    const [before, interval, state, pin] =
      cursor === undefined ? [] : decodeCursor(name, cursor, cursorState, context);
    if (before) sameAsCursor(given, before);
    const asked = before ?? given;
    const pinned = interval ? { start: interval[0], end: interval[1] } : null;
    const resolved = await resolveSelection(asked, context, {
      pinned,
      latestPerFire: asked.latest_per_fire,
      isRanking: asked.sort === undefined ? isNearPoint(asked) : !/^[-+]?time$/.test(asked.sort),
    });
    checkFirePin(resolved.fire, pin);
    const { selection, sources } = await withSources(
      resolved,
      { ...asked, static_source_km: sourceKm },
      context,
    );
    checkProperties(properties ?? [], selection.collection, "properties");
    const outlines = new Outlines(context);
    const sort = parseSort(
      asked.sort ?? (asked.latest_per_fire && !isNearPoint(asked) ? "-time" : undefined),
      selection,
      outlines,
    );
    const reading = sort
      ? await readSorted(selection, sort, limit, state, context)
      : await readInOrder(selection, limit, state, context);
    const cursorAt = (kept: number) =>
      encodeCursor(
        name,
        [
          asked,
          pinnedInterval(selection.interval),
          reading.stateAfter(kept),
          ...pinsOf(selection.fire),
        ],
        context,
      );
    const table = toTable(
      reading.hits,
      selection.collection,
      { outlines, pause: context.pause },
      {
        properties,
        geometry,
        sortedBy: asked.sort?.replace(/^[-+]/, ""),
        ...(sources &&
          sourceKm !== undefined && { sourceOf: (each) => sources.nearest(each, sourceKm) }),
      },
    );
    const { matched, nearStatic } = reading.tally;
    const empty = matched === 0 && nearStatic === 0 ? await emptyNotices(selection, context) : [];
    const notices = [
      ...empty,
      ...(sources?.notices ?? []),
      sourceKm !== undefined && reading.hits.length > 0 && !table.columns.includes("near_source")
        ? `No row lies within ${sourceKm} km of a known static heat source.`
        : null,
    ];
    return toAnswer({ selection, reading, table, notices, cursorAt, geometry }, context);
  },
});

function isNearPoint({
  near,
  lon,
}: {
  near?: string | undefined;
  lon?: number | undefined;
}): boolean {
  return near !== undefined || lon !== undefined;
}

interface Found {
  readonly selection: Selection;
  readonly reading: Reading;
  readonly table: Table;
  readonly notices: readonly (string | null)[];
  readonly geometry: GeometryDetail | undefined;
  cursorAt(kept: number): string;
}

function toAnswer(
  { selection, reading, table, notices: first, cursorAt, geometry }: Found,
  context: ToolContext,
): ShortenableAnswer<z.input<typeof featuresAnswer>> {
  const { tally } = reading;
  const hidden =
    table.hidden.length > 0
      ? `More properties: ${table.hidden.slice(0, 20).join(", ")}; list the ones to show in properties.`
      : null;
  const shapes =
    geometry === "simplified" && table.columns.includes("geometry") ? simplifiedNotice : null;
  const notices = [...first, ...reading.notices, shapes, hidden];
  const keep = (kept: number) => {
    const isLast = kept === reading.hits.length && reading.isEnd;
    const omitted = Math.max(0, tally.matched - reading.returnedBefore - kept);
    return {
      ...envelopeOf({ selection, tally, omitted, isLast, notices }, context),
      ...table.rows(kept),
      order: reading.order,
      returned: kept,
      ...(!isLast && { next_cursor: cursorAt(kept) }),
    };
  };
  return { parts: reading.hits.length, prepare: (kept) => table.prepare(kept), keep };
}

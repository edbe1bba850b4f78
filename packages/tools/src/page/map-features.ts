import {
  type Bbox,
  type Box,
  boxContains,
  boxWidthDeg,
  flatBox,
  type Geometry,
  isBbox,
  kmPerDegree,
  type LonLat,
} from "@emberline/geo";
import { z } from "zod";
import { cell } from "../answer/envelope.ts";
import { simulationCell } from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import { cursorParameter, decodeCursor, encodeCursor } from "../call/cursor.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { meetsBox } from "../geometry/box.ts";
import { mapParameters } from "../map/parameters.ts";
import { forecastsMeeting } from "../reading/simulations.ts";
import { covers } from "../selection/area.ts";
import type { Selection } from "../selection/selection.ts";
import { countPositions } from "../work/packed.ts";
import { changesOfLayer } from "./changes-of-layer.ts";
import { coarser } from "./coarser.ts";
import {
  type FeatureRow,
  formOf,
  type LayerSelection,
  selectionOfLayer,
} from "./features-of-layer.ts";
import { readHits } from "./read-hits.ts";

const name = "map_features";

/** About 1 MB of JSON: with more, outlines become coarser. */
const maxPositions = 40_000;
/** Of what is in view, which has to be true to the pixel. */
const maxPositionsSeen = 400_000;
/** As many as a map draws. */
const maxSimulations = 5000;
/** Rows, not tokens, limit an answer that no model reads. */
const unlimitedTokens = 20_000_000;

/** The tools whose answers a page draws. */
export const mapTools = ["show_map", "assess_location", "assess_fire", "compare_periods"] as const;

const { collections: _, latest_per_fire: __, ...selecting } = mapParameters;
const distance = z.number().min(0).max(50).optional();

const output = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  geometries: z.array(z.record(z.string(), z.unknown())).optional().describe("GeoJSON, one a row"),
  next_cursor: z.string().optional(),
});

type Output = z.input<typeof output>;

/**
 * The features that an answer read, for a page that draws them: bounded by rows and positions, the
 * rest by cursor; with `before` and `after`, what changed. No model is offered it.
 */
export const mapFeatures = defineTool({
  name,
  title: "Features of a map",
  description: "One layer of the map of an answer: features as rows, outlines as GeoJSON.",
  toolset: "core",
  annotations: readOnly,
  maxTokens: unlimitedTokens,
  input: z.object({
    tool: z.enum(mapTools),
    layer: z.string().max(100).describe('A collection of the answer, or "simulations".'),
    ...selecting,
    perimeter_buffer_km: distance,
    static_source_km: distance,
    volcano_km: distance,
    detail_km: z.number().min(0).max(100).optional().describe("What a pixel shows (default 0.1)."),
    view: mapParameters.bbox.describe("Only features that meet this box, with all their detail."),
    cursor: cursorParameter,
  }),
  output,
  async run({ cursor, view: asked, detail_km: detailKm = 0.1, ...input }, context) {
    if (input.before !== undefined || input.after !== undefined) {
      const changes = await changesOfLayer(input, context);
      return { parts: 0, keep: () => changes };
    }
    const view = asked && boxOf(asked);
    const selected = await selectionOfLayer(input, context);
    const answer =
      selected.kind === "simulations"
        ? await simulationsOf(selected, context)
        : await featuresOf(selected, { cursor, view, detailKm }, context);
    return { parts: 0, keep: () => answer };
  },
});

async function featuresOf(
  { layer, selection }: LayerSelection & { kind: "features" },
  {
    cursor,
    view,
    detailKm,
  }: { cursor: string | undefined; view: Bbox | undefined; detailKm: number },
  context: ToolContext,
): Promise<Output> {
  const { columns, pageSize, toRow } = formOf(layer);
  if (!selection) return { columns: [...columns], rows: [] };
  const from = cursor === undefined ? null : decodeCursor(name, cursor, z.string(), context);
  const seen = view === undefined ? selection : within(selection, view);
  const { hits, next } = await readHits(seen, pageSize, from, context);
  const found: FeatureRow[] = [];
  for (const { feature } of hits) {
    const pausing = context.pause();
    if (pausing) await pausing;
    const row = toRow(feature, selection.collection);
    const isSeen = !view || (feature.geometry !== null && meetsBox(feature.geometry, view));
    if (row && isSeen) found.push(row);
  }
  const outlines = found.flatMap(({ geometry }) => geometry ?? []);
  return {
    columns: [...columns],
    rows: found.map(({ cells }) => [...cells]),
    ...(outlines.length > 0 && {
      geometries: await drawable(
        outlines,
        detailKm,
        view ? maxPositionsSeen : maxPositions,
        context,
      ),
    }),
    ...(next !== null && { next_cursor: encodeCursor(name, next, context) }),
  };
}

/** @throws {ToolError} when the numbers are not a box (`invalid_input`) */
function boxOf(view: number[]): Bbox {
  if (isBbox(view)) return view;
  throw invalidInput("view is not a box: give [west, south, east, north] in degrees.", "view");
}

/** The selection, asked of the service only where a view needs it. */
function within(selection: Selection, view: Bbox): Selection {
  const { bbox } = selection.query;
  const isNarrower =
    bbox === undefined ||
    (boxWidthDeg(flatBox(view)) <= boxWidthDeg(flatBox(bbox)) &&
      cornersOf(flatBox(view)).every((corner) => boxContains(flatBox(bbox), corner)));
  return isNarrower ? { ...selection, query: { ...selection.query, bbox: view } } : selection;
}

function cornersOf([west, south, east, north]: Box): LonLat[] {
  return [
    [west, south],
    [east, north],
  ];
}

/** The outlines as a screen shows them, coarser if they are too many positions together. */
async function drawable(
  outlines: readonly Geometry[],
  detailKm: number,
  most: number,
  { pause }: ToolContext,
): Promise<Record<string, unknown>[]> {
  for (let step = Math.max(detailKm, 0.001) / kmPerDegree; ; step *= 2) {
    const coarse: Geometry[] = [];
    for (const outline of outlines) {
      await pause();
      coarse.push(coarser(outline, step));
    }
    const positions = coarse.reduce((sum, each) => sum + countPositions(each), 0);
    // Beyond half the world, no step helps.
    if (positions <= most || step > 180) return coarse.map((each) => ({ ...each }));
  }
}

const simulationColumns = [
  "id",
  "fire_name",
  "location",
  "status",
  "lon",
  "lat",
  "created_at",
  "forecast_until",
] as const;

async function simulationsOf(
  { area, interval }: LayerSelection & { kind: "simulations" },
  context: ToolContext,
): Promise<Output> {
  const rows: Output["rows"] = [];
  const read = async () => {
    const asked = interval ?? { start: null, end: null };
    for await (const simulation of forecastsMeeting(asked, context)) {
      if (rows.length === maxSimulations) return;
      if (area && !covers(area, [simulation.longitude, simulation.latitude])) continue;
      rows.push(simulationColumns.map((each) => simulationCell(simulation, each, context.now())));
    }
  };
  await ifAnswered(read(), context);
  return { columns: [...simulationColumns], rows };
}

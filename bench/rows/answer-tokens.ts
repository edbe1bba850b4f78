import { areaKm2, type Feature, type FeatureQuery, type Geometry } from "@emberline/core";
import { repairGeometry } from "@emberline/cql2/spatial";
import { recordsOf } from "@emberline/test-support/records";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Line, Row } from "../lib/row.ts";
import { openToolsOnData, type ToolsOnData } from "../lib/tools-on-data.ts";

interface Selected {
  readonly collection: string;
  /** The time, for the tool and for the service. */
  readonly time: string;
  readonly datetime: string;
  readonly limit: number;
}

const hotspots: Selected = {
  collection: "svc:hotspots",
  time: "2018-12-02",
  datetime: "2018-12-02T00:00:00Z/2018-12-02T23:59:59Z",
  limit: 100,
};

const perimeters: Selected = {
  collection: "svc:satellite-perimeters",
  time: "2024-09",
  datetime: "2024-09-01T00:00:00Z/2024-09-30T23:59:59Z",
  limit: 10,
};

/** A hundred detections from query_features, compared with the service's GeoJSON. */
export const hotspots100: Row = {
  name: "100-hotspots",
  skip: skipWithoutSharedData,
  async run() {
    const { tokens, raw } = await ask(hotspots, {});
    return [tokensLine("100-hotspots", tokens, countTokens(raw), 0.2)];
  },
};

/** Ten fire perimeters without their shapes. */
export const perimeters10: Row = {
  name: "10-perimeters",
  skip: skipWithoutSharedData,
  async run() {
    const { tokens, raw } = await ask(perimeters, {});
    return [tokensLine("10-perimeters", tokens, countTokens(raw), 0.01)];
  },
};

/** The same with simplified shapes. */
export const perimeters10Shape: Row = {
  name: "10-perimeters-shape",
  skip: skipWithoutSharedData,
  async run() {
    const { tokens, raw, rows } = await ask(perimeters, {
      geometry: "simplified",
      max_tokens: 10_000,
    });
    const features: Feature[] = JSON.parse(raw).features;
    const changes = features.map(({ id, geometry }) => {
      const shape = rows.find((row) => row.id === id)?.geometry;
      return areaChange(geometry!, shape as Geometry);
    });
    return [
      tokensLine("10-perimeters-shape", tokens, countTokens(raw), 0.06),
      {
        name: "10-perimeters-shape-area",
        value: Math.max(...changes) * 100,
        unit: "% of the area, largest error of a shape",
        goal: { kind: "≤", bound: 1 },
        measured: { unit: "%", shapes: changes.length },
      },
    ];
  },
};

function tokensLine(name: string, tokens: number, rawTokens: number, bound: number): Line {
  return {
    name,
    value: tokens / rawTokens,
    unit: "× raw GeoJSON, tokens",
    goal: { kind: "≤", bound },
    measured: { unit: "tokens", baseline: rawTokens, emberline: tokens },
  };
}

/**
 * The tokens of all answers needed for every row: if the budget leaves some out, a model has to
 * continue with the cursor.
 *
 * @throws {Error} when the rows are not those of the raw features
 */
async function ask({ collection, time, datetime, limit }: Selected, more: object) {
  const tools = await openToolsOnData();
  const raw = await rawPage(tools, collection, { limit, datetime });
  const rows: Record<string, unknown>[] = [];
  let tokens = 0;
  let cursor: string | undefined;
  while (rows.length < limit) {
    const left = limit - rows.length;
    const input = { collection, time, limit: left, ...more, ...(cursor && { cursor }) };
    const { text, isError } = await tools.call("query_features", input);
    if (isError) throw new Error(text);
    tokens += countTokens(text);
    const answer = JSON.parse(text);
    rows.push(...recordsOf(answer));
    cursor = answer.next_cursor;
    if (cursor === undefined) break;
  }
  const ids = (JSON.parse(raw).features as Feature[]).map(({ id }) => id);
  if (JSON.stringify(rows.map(({ id }) => id)) !== JSON.stringify(ids))
    throw new Error(`the answer has other features than the page of ${collection}`);
  return { tokens, raw, rows };
}

/** A page of the service: its features without the members for paging. */
async function rawPage({ client }: ToolsOnData, collection: string, query: FeatureQuery) {
  const { features } = await client.features.page(collection, query);
  return JSON.stringify({ type: "FeatureCollection", features });
}

/** The relative error of a simplified shape's area; an invalid shape is repaired first. */
function areaChange(geometry: Geometry, shape: Geometry): number {
  const area = (each: Geometry) => areaKm2(repairGeometry(each) as Geometry);
  return Math.abs(area(shape) / area(geometry) - 1);
}

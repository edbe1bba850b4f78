import { bboxOf, type Geometry } from "@emberline/geo";
import { z } from "zod";
import {
  budgetParameter,
  collectionMembers,
  newestMember,
  noticesMembers,
} from "../answer/envelope.ts";
import { areaCell } from "../answer/layout.ts";
import { defineTool, ifOffered, readOnly } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { timeCell } from "../collection/time-cell.ts";
import { Outlines } from "../geometry/outlines.ts";
import { type AreaMeasure, representativePoint } from "../geometry/shapes.ts";
import { type GeometryDetail, simplifiedNotice } from "../geometry/simplify.ts";
import { Contradictions } from "../geometry/stated-area.ts";
import { geometryParameter, selectionInBrief } from "../selection/parameters.ts";
import { idOf, memberName } from "../values/own-property.ts";
import { cleanText, named, quoted } from "../values/text.ts";
import { round, toCell } from "../values/text-numbers.ts";
import { countPositions } from "../work/packed.ts";

const output = z.object({
  collection: z.string(),
  id: z.string().nullable(),
  time: z.string().optional(),
  properties: z.record(z.string(), z.unknown()),
  geometry_type: z.string(),
  lon: z.number().optional().describe("of the point, or a position inside"),
  lat: z.number().optional(),
  bbox: z.array(z.number()).optional().describe("[west, south, east, north]"),
  area_km2: z.number().optional().describe("on the WGS 84 ellipsoid"),
  vertices: z.number().int().optional().describe("of the full geometry"),
  geometry: z.record(z.string(), z.unknown()).optional().describe("GeoJSON, [lon, lat]"),
  omitted: z.string().optional(),
  newest: newestMember,
  ...noticesMembers,
});

/** Everything about one feature: properties, bbox, area in km² and, if requested, its geometry. */
export const getFeature = defineTool({
  name: "get_feature",
  title: "Get a feature by id",
  description:
    "Gets one detection, fire perimeter or heat source by its id. Without an id use query_features. Returns all properties (such as gis_acres), position and area of its outline; the geometry only if asked. A perimeter is one day's snapshot: query_features with fire, latest_per_fire false has the others.",
  toolset: "core",
  isLight: true,
  annotations: readOnly,
  input: z.object({
    collection: selectionInBrief.collection,
    id: z.string().max(500).describe("The feature's id, as query_features gives it."),
    geometry: geometryParameter,
    time_zone: selectionInBrief.time_zone,
    units: selectionInBrief.units,
    ...budgetParameter,
  }),
  output,
  async run({ collection, id, geometry: detail = "none" }, context) {
    const info = await collectionInfo(collection, context);
    const { client, signal, pause } = context;
    const feature = await ifOffered(client.features.get(info.id, id, { signal, pause }));
    if (!feature) {
      throw new ToolError(
        "not_found",
        `${named(info.id)} has no feature ${quoted(id)}, or the service does not offer single features: use an id from query_features.`,
        { fault: { argument: "id" } },
      );
    }
    const time = timeCell(feature, info);
    const properties = Object.entries(feature.properties ?? {}).map(([name, value]) => [
      memberName(cleanText(name, 60)),
      toCell(value, 6),
    ]);
    const { geometry } = feature;
    const outlines = new Outlines(context);
    await outlines.measure([geometry]);
    if (detail === "simplified") await outlines.simplify([geometry]);
    const shape = geometry && shapeOf(geometry, detail, outlines);
    await pause();
    const contradictions = new Contradictions();
    contradictions.add(feature);
    const place = geometry ? placeOf(geometry, outlines.areaKm2) : {};
    const keep = (kept: number) => ({
      collection: info.id,
      id: idOf(feature),
      ...(time !== null && { time }),
      properties: Object.fromEntries(kept > 0 ? properties : properties.slice(0, 5)),
      geometry_type: geometry?.type ?? "none",
      ...place,
      ...(shape && kept === 2 && { geometry: shape }),
      ...leftOut(kept, detail, properties.length),
      ...collectionMembers(
        info,
        [
          contradictions.notice(),
          shape && kept === 2 && detail === "simplified" ? simplifiedNotice : null,
        ],
        context,
      ),
    });
    return { parts: 2, keep };
  },
});

function shapeOf(geometry: Geometry, detail: GeometryDetail, outlines: Outlines) {
  if (detail === "none") return null;
  return { ...(detail === "simplified" ? outlines.simpler(geometry) : geometry) };
}

function placeOf(geometry: Geometry, measureArea: AreaMeasure) {
  const point = representativePoint(geometry);
  const area = areaCell(geometry, measureArea);
  return {
    ...(point && { lon: round(point[0], 5), lat: round(point[1], 5) }),
    ...(geometry.type !== "Point" && {
      bbox: bboxOf(geometry)?.map((each) => round(each, 5)),
      vertices: countPositions(geometry),
    }),
    ...(area !== null && { area_km2: area }),
  };
}

function leftOut(kept: number, detail: string, properties: number): { omitted?: string } {
  if (kept === 2) return {};
  const geometry =
    detail === "none"
      ? ""
      : `The ${detail} geometry is left out: raise max_tokens${detail === "full" ? ' or ask for "simplified"' : ""}.`;
  return {
    omitted:
      kept === 1
        ? geometry
        : `${geometry} ${properties - 5} properties are left out: raise max_tokens.`.trim(),
  };
}

import { boxWidthDeg } from "@emberline/geo";
import {
  drawMap,
  groundIn,
  groundLimits,
  layOutMap,
  type MapLayers,
  type MapLayout,
} from "@emberline/map";
import type { Pause } from "@emberline/turns";
import type { PictureFormat } from "../call/context.ts";
import type { DrawnMap, MapDrawing, PackedPerimeter } from "../work/map-drawing.ts";
import type { Ground, GroundRequest } from "../work/map-ground.ts";
import { type Packed, unpack } from "../work/packed.ts";
import { detectionsIn } from "./detection-store.ts";
import { landmarksIn } from "./landmarks.ts";
import { placesIn } from "./places-in.ts";

/** Lays out a map and, if wanted, draws it. The layout is returned even if drawing fails. */
export async function draw(map: MapDrawing, pause: Pause = noPause): Promise<DrawnMap> {
  const layout = layOutMap({ ...map.request, layers: layersOf(map) });
  const { thinned, changed } = layout;
  const all = [thinned, ...Object.values(changed)];
  return {
    detections: all.reduce((sum, { drawn }) => sum + drawn.length, 0),
    note: all.find(({ note }) => note !== null)?.note ?? null,
    svg: map.isDrawn ? await svgOf(layout, pause) : null,
  };
}

const noPause: Pause = () => undefined;

async function svgOf(layout: MapLayout, pause: Pause): Promise<string | null> {
  try {
    const places = await placesIn(layout.view.visible);
    return await drawMap(layout, places, await landmarksIn(layout.view, pause));
  } catch {
    return null;
  }
}

/** Geometries are unpacked when the map needs them, and not kept. */
function layersOf(map: MapDrawing): MapLayers {
  const { detections, changes, growth, perimeters, staticSources, simulations, shapes } = map;
  return {
    detections: detectionsIn(detections),
    ...(changes && {
      changes: {
        new: detectionsIn(changes.new),
        continuing: detectionsIn(changes.continuing),
        ended: detectionsIn(changes.ended),
      },
    }),
    ...(growth.length > 0 && {
      growth: growth.map((step) => ({ areaKm2: null, ...outlined(step) })),
    }),
    perimeters: perimeters.map(outlined),
    staticSources,
    simulations,
    shapes: shapes.map((shape) => ({
      get geometry() {
        return only(shape);
      },
    })),
  };
}

function outlined({ outline, ...facts }: PackedPerimeter) {
  return {
    ...facts,
    get geometry() {
      return only(outline);
    },
  };
}

function only(packed: Packed) {
  return unpack(packed)[0]!;
}

/** The basemap and the places of a part of the world. */
export async function ground({ box, kmPerPixel }: GroundRequest): Promise<Ground> {
  const [west, south, , north] = box;
  const span = { west, south, east: west + boxWidthDeg(box), north };
  const isCoarse = kmPerPixel > groundLimits.maxKmPerPixel;
  return {
    part: isCoarse ? null : await groundIn(span, kmPerPixel),
    places: await placesIn(span),
  };
}

/** Pictures as SVG documents. */
export const svgPictures: PictureFormat = {
  mimeType: "image/svg+xml",
  encode: async (svg) => new TextEncoder().encode(svg),
};

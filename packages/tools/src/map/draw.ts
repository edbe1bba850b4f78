import { type Box, boxContains, boxesOverlap, boxWidthDeg } from "@emberline/geo";
import {
  drawMap,
  groundIn,
  groundLimits,
  layOutMap,
  type MapLayers,
  type MapLayout,
  type MapPlace,
  type Span,
} from "@emberline/map";
import type { PictureFormat } from "../call/context.ts";
import { loadGazetteer } from "../places/gazetteer.ts";
import type { DrawnMap, MapDrawing } from "../work/map-drawing.ts";
import type { Ground, GroundRequest } from "../work/map-ground.ts";
import { type Packed, unpack } from "../work/packed.ts";
import { detectionsIn } from "./detection-store.ts";

/** Lays out a map and, if wanted, draws it. The layout is returned even if drawing fails. */
export async function draw(map: MapDrawing): Promise<DrawnMap> {
  const layout = layOutMap({ ...map.request, layers: layersOf(map) });
  const { drawn, note } = layout.thinned;
  return { detections: drawn.length, note, svg: map.isDrawn ? await svgOf(layout) : null };
}

async function svgOf(layout: MapLayout): Promise<string | null> {
  try {
    return await drawMap(layout, await placesIn(layout.view.visible));
  } catch {
    return null;
  }
}

/** Geometries are unpacked when the map needs them, and not kept. */
function layersOf(map: MapDrawing): MapLayers {
  const { detections, perimeters, staticSources, simulations, shapes } = map;
  return {
    detections: detectionsIn(detections),
    perimeters: perimeters.map(({ outline, timeMs, name }) => ({
      get geometry() {
        return only(outline);
      },
      timeMs,
      name,
    })),
    staticSources,
    simulations,
    shapes: shapes.map((shape) => ({
      get geometry() {
        return only(shape);
      },
    })),
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

/** More names than fit on a map. */
const maxPlaces = 200;

/** The most populous places of the gazetteer in the visible area; null is the world. */
export async function placesIn(visible: Span | null): Promise<MapPlace[]> {
  const { blocks } = await loadGazetteer();
  const box: Box = visible
    ? [visible.west, visible.south, visible.east, visible.north]
    : [-180, -90, 180, 90];
  const inView = [...blocks.boxes.keys()]
    .filter((block) => boxesOverlap(box, blocks.boxes[block]!))
    .map((block) => ({ block, mostPeople: blocks.mostPeopleOf(block) }))
    .sort((a, b) => b.mostPeople - a.mostPeople);
  let found: MapPlace[] = [];
  for (const { block, mostPeople } of inView) {
    if (found.length === maxPlaces && mostPeople <= found[maxPlaces - 1]!.population) break;
    const places = blocks
      .placesOf(block)
      .filter(({ lon, lat }) => boxContains(box, [lon, lat]))
      .map(
        ({ name, population, lon, lat }): MapPlace => ({ name, population, position: [lon, lat] }),
      );
    found = [...found, ...places].sort((a, b) => b.population - a.population).slice(0, maxPlaces);
  }
  return found;
}

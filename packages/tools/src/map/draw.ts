import { drawMap, layOutMap, type MapLayers, type MapLayout } from "@emberline/map";
import type { DrawnMap, MapDrawing } from "../work/map-drawing.ts";
import { type Packed, unpack } from "../work/packed.ts";
import { detectionsIn } from "./detection-store.ts";
import { placesIn } from "./places-in-view.ts";

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

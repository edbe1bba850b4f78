import { MapLibreMap, ScaleControl, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import type { MapView } from "../../route/route.ts";

setWorkerUrl(workerUrl);

/** At larger scales neither coasts nor pixels of satellites have any detail. */
const maxZoom = 15;

/**
 * A flat map with north up, moved by mouse, touch and keyboard.
 *
 * @throws {GPUInitializationError} when there is no WebGL 2
 */
export function createMap(
  container: HTMLElement,
  style: StyleSpecification,
  view: MapView | null,
): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style,
    maxZoom,
    center: view ? [view.lon, view.lat] : [0, 20],
    zoom: view?.zoom ?? 1,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200,
    locale: {
      "Map.Title":
        "Map: arrow keys move it, plus and minus zoom, Enter opens what is in the middle",
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 110 }), "bottom-left");
  return map;
}

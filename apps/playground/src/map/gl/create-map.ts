import {
  MapLibreMap,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";

setWorkerUrl(workerUrl);

export interface MapPlan {
  readonly container: HTMLElement;
  readonly style: StyleSpecification;
  /** West, south, east, north; longitudes may exceed ±180. */
  readonly bounds: [number, number, number, number];
  readonly label: string;
}

/** Coastlines are too coarse at larger scales. */
const fitMaxZoom = 10;
export const fitOptions = { padding: 36, maxZoom: fitMaxZoom };

/**
 * A flat map with north up. Panning needs two fingers and zooming the Ctrl key
 * with the wheel, since the page itself scrolls too.
 *
 * @throws {GPUInitializationError} when there is no WebGL 2
 */
export function createMap({ container, style, bounds, label }: MapPlan): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style,
    bounds,
    fitBoundsOptions: fitOptions,
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new ScaleControl(), "bottom-left");
  return map;
}

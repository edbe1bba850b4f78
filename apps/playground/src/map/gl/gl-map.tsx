import "maplibre-gl/dist/maplibre-gl.css";
import { MapLibreMap, ScaleControl, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useRef } from "preact/hooks";
import type { MapView } from "../../common/route.ts";
import type { GlMapProps } from "../content/map-props.ts";
import { currentTheme } from "../content/palette.ts";
import { followDrawing } from "./draw-area.ts";
import { followCamera } from "./follow-camera.ts";
import { followContent } from "./follow-content.ts";
import { followPointer } from "./follow-pointer.ts";
import { addSymbols, mapStyle } from "./style.ts";

/** The map that moves, by mouse, touch and keyboard. */
export function GlMap(props: GlMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let map: MapLibreMap;
    try {
      map = createMap(holder.current!, mapStyle(props.origin, currentTheme()), props.start);
    } catch {
      // Without WebGL 2.
      props.onUnavailable();
      return;
    }
    map.getCanvas().setAttribute("aria-describedby", "map-names");
    const stops: (() => void)[] = [];
    map.once("style.load", () => {
      addSymbols(map);
      stops.push(
        followContent(map, props),
        followDrawing(map, props),
        followPointer(map, props),
        followCamera(map, props),
      );
    });
    return () => {
      for (const stop of stops) stop();
      map.remove();
    };
  }, []);
  return <div class="map-ground" ref={holder} />;
}

setWorkerUrl(workerUrl);

/** At larger scales neither coasts nor pixels of satellites have any detail. */
const maxZoom = 15;

/**
 * A flat map with north up, moved by mouse, touch and keyboard.
 *
 * @throws {GPUInitializationError} when there is no WebGL 2
 */
function createMap(
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

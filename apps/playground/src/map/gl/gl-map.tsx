import "maplibre-gl/dist/maplibre-gl.css";
import type { MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "preact/hooks";
import type { GlMapProps } from "../map-props.ts";
import { currentTheme } from "../palette.ts";
import { createMap } from "./create-map.ts";
import { followCamera } from "./follow-camera.ts";
import { followContent } from "./follow-content.ts";
import { followDrawing } from "./follow-drawing.ts";
import { followPointer } from "./follow-pointer.ts";
import { addSymbols } from "./images.ts";
import { mapStyle } from "./style.ts";

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

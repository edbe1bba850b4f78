import "maplibre-gl/dist/maplibre-gl.css";
import "./gl-map.css";
import type { MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "preact/hooks";
import { centerOf } from "../extent.ts";
import type { MapFeature } from "../features.ts";
import type { Position } from "../geometry.ts";
import { unwrap } from "../unwrap.ts";
import { toSource } from "./answer-source.ts";
import { boundsOf } from "./bounds.ts";
import { createMap } from "./create-map.ts";
import { loadGround } from "./ground.ts";
import { readPalette } from "./palette.ts";
import { openPopups } from "./popups.tsx";
import { addSquare } from "./square.ts";
import { mapStyle } from "./style.ts";

export interface GlMapProps {
  readonly features: readonly MapFeature[];
  /** What the map is fitted to; at least one. */
  readonly positions: readonly Position[];
  readonly label: string;
  /** Hands out what fits the map to the positions again. */
  onReady(fit: () => void): void;
  /** There is no WebGL 2 here, or the map's worker does not start. */
  onUnavailable(): void;
}

/** Features on a map that pans and zooms, by mouse, touch and keyboard. */
export function GlMap({ features, positions, label, onReady, onUnavailable }: GlMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let map: MapLibreMap | null = null;
    let isGone = false;
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const center = centerOf(positions);
    const source = toSource(
      features.map((each) => ({ ...each, geometry: unwrap(each.geometry, center[0]) })),
    );
    const ground = loadGround().catch(() => null);
    const repaint = async () => map?.setStyle(mapStyle(source, await ground, readPalette()));
    const start = async () => {
      const style = mapStyle(source, await ground, readPalette());
      if (isGone) return;
      const bounds = boundsOf(positions, center[0]);
      map = createMap({ container: holder.current!, style, bounds, label });
      addSquare(map);
      openPopups(map, features);
      let isLoaded = false;
      map.once("load", () => {
        isLoaded = true;
      });
      map.on("error", () => isLoaded || onUnavailable());
      scheme.addEventListener("change", repaint);
      onReady(() => map?.fitBounds(bounds));
    };
    start().catch(onUnavailable);
    return () => {
      isGone = true;
      scheme.removeEventListener("change", repaint);
      map?.remove();
    };
  }, [features, positions]);
  return <div class="map-canvas" ref={holder} />;
}

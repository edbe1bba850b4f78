import "maplibre-gl/dist/maplibre-gl.css";
import "./gl-map.css";
import { boxCenter, boxWidthDeg, narrowestBox } from "@emberline/geo";
import type { MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "preact/hooks";
import type { CanvasProps } from "../features.ts";
import { currentPalette, onThemeChange } from "../palette.ts";
import { toSource } from "./answer-source.ts";
import { createMap, fitOptions, type MapPlan } from "./create-map.ts";
import { loadFineLand, loadGround } from "./ground.ts";
import { Legend } from "./legend.tsx";
import { openPopups } from "./popups.tsx";
import { addSquare } from "./square.ts";
import { mapStyle, replaceLand } from "./style.ts";
import { unwrap } from "./unwrap.ts";

/** From this zoom on the small-scale coast is too coarse. */
const fineZoom = 5.5;

/** Features on a map that pans and zooms, by mouse, touch and keyboard. */
export function GlMap(props: CanvasProps) {
  const { features, positions, label, credits, onUnavailable } = props;
  const holder = useRef<HTMLDivElement>(null);
  const fit = useRef<(() => void) | null>(null);
  useEffect(() => {
    let map: MapLibreMap | null = null;
    let isGone = false;
    const box = narrowestBox(positions)!;
    const [lon] = boxCenter(box);
    const halfWidthDeg = boxWidthDeg(box) / 2;
    const bounds: MapPlan["bounds"] = [lon - halfWidthDeg, box[1], lon + halfWidthDeg, box[3]];
    const source = toSource(
      features.map((each) => ({ ...each, geometry: unwrap(each.geometry, lon) })),
    );
    let ground = loadGround().catch(() => null);
    const style = async () => mapStyle(source, await ground, currentPalette());
    const repaint = async () => {
      const next = await style();
      if (!isGone) map?.setStyle(next);
    };
    const refine = async () => {
      if (!map || map.getZoom() < fineZoom) return;
      map.off("idle", refine);
      const [base, land] = await Promise.all([ground, loadFineLand()]).catch(() => [null, null]);
      if (!base || !land || isGone) return;
      ground = Promise.resolve({ ...base, ...land });
      replaceLand(map, land);
    };
    const start = async () => {
      const first = await style();
      if (isGone) return;
      map = createMap({ container: holder.current!, style: first, bounds, label });
      addSquare(map);
      openPopups(map, features);
      let isLoaded = false;
      map.once("load", () => {
        isLoaded = true;
      });
      map.on("error", () => isLoaded || onUnavailable());
      map.on("idle", refine);
      fit.current = () => map?.fitBounds(bounds, fitOptions);
    };
    start().catch(onUnavailable);
    const stopRepainting = onThemeChange(repaint);
    return () => {
      isGone = true;
      stopRepainting();
      map?.remove();
    };
  }, [features, positions]);
  return (
    <>
      <div class="map-canvas">
        <div class="map-ground" ref={holder} />
        <button type="button" class="map-fit" onClick={() => fit.current?.()}>
          Fit to the result
        </button>
      </div>
      <footer>
        <Legend {...props} />
        <small>
          Base map: Natural Earth; states: US Census Bureau; coastlines and borders are generalised.
          {credits.length > 0 && ` Data: ${credits.join("; ")}.`}
        </small>
      </footer>
    </>
  );
}

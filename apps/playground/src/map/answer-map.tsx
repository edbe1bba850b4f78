import { useMemo, useRef, useState } from "preact/hooks";
import type { JsonObject } from "../json.ts";
import { Drawing } from "./drawing.tsx";
import { type MapFeature, mapFeatures } from "./features.ts";
import { type Position, positionsOf } from "./geometry.ts";
import { Overview } from "./overview.tsx";
import { centerOf, type Frame, viewOf } from "./projection.ts";
import { scaleBar } from "./scale-bar.ts";
import { useWidth } from "./use-width.ts";

const deepestZoom = 8;

/** Everything of an answer that has a position, on an offline basemap fitted to it; nothing where there is none. */
export function AnswerMap({ answer }: { answer: JsonObject }) {
  const features = useMemo(() => mapFeatures(answer), [answer]);
  const positions = useMemo(() => {
    const found = features.filter(({ kind }) => kind !== "area");
    return (found.length > 0 ? found : features).flatMap(({ geometry }) => positionsOf(geometry));
  }, [features]);
  return positions.length > 0 ? <FittedMap features={features} positions={positions} /> : null;
}

interface FittedMapProps {
  readonly features: readonly MapFeature[];
  /** What the map is fitted to. */
  readonly positions: readonly Position[];
}

function FittedMap({ features, positions }: FittedMapProps) {
  const [zoom, setZoom] = useState(0);
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const frame = useMemo(() => frameOf(width), [width]);
  const view = useMemo(() => viewOf(positions, frame, zoom), [positions, frame, zoom]);
  const points = features.filter(({ kind }) => kind === "point").length;
  const label = `Map with ${points} points and ${features.length - points} outlines`;
  return (
    <section class="map" aria-labelledby="map-heading">
      <header>
        <h3 id="map-heading">Map</h3>
        <button type="button" onClick={() => setZoom(zoom - 1)} disabled={zoom <= -deepestZoom}>
          Zoom out
        </button>
        <button type="button" onClick={() => setZoom(zoom + 1)} disabled={zoom >= deepestZoom}>
          Zoom in
        </button>
      </header>
      <div class="map-frame" ref={holder}>
        {width > 0 && <Drawing features={features} view={view} frame={frame} label={label} />}
      </div>
      <footer>
        {width > 0 && !view.isWorld && <ScaleBar kmPerPixel={view.kmPerPixel} width={width} />}
        <small>Made with Natural Earth; coastlines and borders are generalised.</small>
        {!view.isWorld && <Overview center={centerOf(positions)} />}
      </footer>
    </section>
  );
}

function frameOf(width: number): Frame {
  return { width, height: Math.min(520, Math.max(220, Math.round(width * 0.6))) };
}

function ScaleBar({ kmPerPixel, width }: { kmPerPixel: number; width: number }) {
  const { km, pixels } = scaleBar(kmPerPixel, width / 4);
  return (
    <span class="scale">
      <svg width={pixels} height="8" aria-hidden="true">
        <path d={`M.5,0 V7.5 H${pixels - 0.5} V0`} />
      </svg>
      {km} km
    </span>
  );
}

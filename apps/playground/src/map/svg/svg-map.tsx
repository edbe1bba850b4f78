import { useMemo, useRef } from "preact/hooks";
import type { MapFeature } from "../features.ts";
import type { Position } from "../geometry.ts";
import { Drawing } from "./drawing.tsx";
import { type Frame, viewOf } from "./projection.ts";
import { scaleBar } from "./scale-bar.ts";
import { useWidth } from "./use-width.ts";

export interface SvgMapProps {
  readonly features: readonly MapFeature[];
  /** What the map is fitted to; at least one. */
  readonly positions: readonly Position[];
  readonly label: string;
}

/** Features on a still map, which needs no WebGL and reaches the poles. */
export function SvgMap({ features, positions, label }: SvgMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const frame = useMemo(() => frameOf(width), [width]);
  const view = useMemo(() => viewOf(positions, frame), [positions, frame]);
  return (
    <div class="map-frame" ref={holder}>
      {width > 0 && (
        <>
          <Drawing features={features} view={view} frame={frame} label={label} />
          {!view.isWorld && <ScaleBar kmPerPixel={view.kmPerPixel} width={width} />}
        </>
      )}
    </div>
  );
}

function frameOf(width: number): Frame {
  return { width, height: Math.min(520, Math.max(220, Math.round(width * 0.6))) };
}

function ScaleBar({ kmPerPixel, width }: { kmPerPixel: number; width: number }) {
  const { km, pixels } = scaleBar(kmPerPixel, width / 4);
  return (
    <p class="scale">
      <svg width={pixels} height="8" aria-hidden="true">
        <path d={`M.5,0 V7.5 H${pixels - 0.5} V0`} />
      </svg>
      {km} km
    </p>
  );
}

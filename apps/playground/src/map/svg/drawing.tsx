import { geoGraticule, geoPath } from "d3-geo";
import { useMemo } from "preact/hooks";
import type { MapFeature } from "../features.ts";
import { woundForDrawing } from "../geometry.ts";
import { MarkShape } from "../mark-shape.tsx";
import type { Frame, View } from "./projection.ts";
import { useBasemap } from "./use-basemap.ts";

export interface DrawingProps {
  readonly features: readonly MapFeature[];
  readonly view: View;
  readonly frame: Frame;
  readonly label: string;
}

/** The map itself, as SVG. */
export function Drawing({ features, view, frame, label }: DrawingProps) {
  const basemap = useBasemap(view.isWorld ? "coarse" : "fine");
  const path = useMemo(() => geoPath(view.projection).digits(1), [view]);
  // Land is costly to project: done again for a new view only.
  const ground = useMemo(
    () => ({
      sphere: path({ type: "Sphere" }),
      graticule: path(geoGraticule().step([10, 10])()),
      land: basemap && path(basemap.land),
      borders: basemap && path(basemap.borders),
    }),
    [basemap, path],
  );
  return (
    <svg
      role="img"
      aria-label={label}
      width={frame.width}
      height={frame.height}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
    >
      <path class="map-sea" d={ground.sphere ?? ""} />
      <path class="map-land" d={ground.land ?? ""} />
      <path class="map-graticule" d={ground.graticule ?? ""} />
      <path class="map-borders" d={ground.borders ?? ""} />
      {features.map((feature, i) => (
        <g key={i}>
          <title>{feature.label}</title>
          <Drawn feature={feature} view={view} path={path} />
        </g>
      ))}
    </svg>
  );
}

interface DrawnProps {
  readonly feature: MapFeature;
  readonly view: View;
  readonly path: ReturnType<typeof geoPath>;
}

function Drawn({ feature: { kind, subject, tone, geometry, radiusPx }, view, path }: DrawnProps) {
  if (geometry.type !== "Point") {
    return <path class={`map-${kind} tone-${tone}`} d={path(woundForDrawing(geometry)) ?? ""} />;
  }
  const [x, y] = view.projection(geometry.coordinates as [number, number])!;
  return <MarkShape x={x} y={y} subject={subject} tone={tone} radiusPx={radiusPx} />;
}

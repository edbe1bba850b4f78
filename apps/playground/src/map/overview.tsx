import { geoEqualEarth, geoPath } from "d3-geo";
import { useMemo } from "preact/hooks";
import type { Position } from "./geometry.ts";
import { useBasemap } from "./use-basemap.ts";

const width = 120;
const height = 60;

/** A small map of the world that marks where the large one lies. */
export function Overview({ center }: { center: Position }) {
  const basemap = useBasemap("coarse");
  const projection = useMemo(
    () => geoEqualEarth().fitSize([width, height], { type: "Sphere" }),
    [],
  );
  const path = geoPath(projection).pointRadius(4).digits(1);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <path class="map-sea" d={path({ type: "Sphere" }) ?? ""} />
      <path class="map-land" d={(basemap && path(basemap.land)) ?? ""} />
      <path class="map-here" d={path({ type: "Point", coordinates: [...center] }) ?? ""} />
    </svg>
  );
}

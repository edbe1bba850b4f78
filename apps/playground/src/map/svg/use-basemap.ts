import type { GeoPermissibleObjects } from "d3-geo";
import { useEffect, useState } from "preact/hooks";
import { feature } from "topojson-client";
import { loadAtlas } from "../atlas.ts";
import { bordersOf } from "../borders.ts";

export interface Basemap {
  readonly land: GeoPermissibleObjects;
  readonly borders: GeoPermissibleObjects;
}

/** The basemap once it is loaded; without it a map still shows its data. */
export function useBasemap(detail: "coarse" | "fine"): Basemap | null {
  const [basemap, setBasemap] = useState<Basemap | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadAtlas(detail).then(
      (atlas) =>
        isCurrent &&
        setBasemap({ land: feature(atlas, "land"), borders: bordersOf(atlas, "countries") }),
      () => isCurrent && setBasemap(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [detail]);
  return basemap;
}

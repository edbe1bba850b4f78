import { useEffect, useState } from "preact/hooks";
import { type Basemap, type Detail, loadBasemap } from "./basemap.ts";

/** The basemap once it is loaded; without it a map still shows its data. */
export function useBasemap(detail: Detail): Basemap | null {
  const [basemap, setBasemap] = useState<Basemap | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadBasemap(detail).then(
      (loaded) => isCurrent && setBasemap(loaded),
      () => isCurrent && setBasemap(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [detail]);
  return basemap;
}

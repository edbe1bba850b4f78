import { useEffect, useState } from "preact/hooks";
import type { World } from "../map/ground.ts";

/** The atlas of the page, once it is unpacked. */
export function useWorld(loading: Promise<World>): World | null {
  const [world, setWorld] = useState<World | null>(null);
  useEffect(() => {
    // Without it, the map has no land, but its features.
    loading.then(setWorld, () => {});
  }, [loading]);
  return world;
}

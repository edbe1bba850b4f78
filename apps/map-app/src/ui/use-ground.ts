import { wrapLongitude } from "@emberline/geo";
import type { View } from "@emberline/map";
import { useEffect, useState } from "preact/hooks";
import type { CallTool } from "../features/layers-store.ts";
import { type Ground, parseGround, type World } from "../map/ground.ts";

/** A view has settled if it did not move for so long. */
const settledMs = 250;
/** How far beyond the view the ground reaches, in shares of its sides. */
const margin = 0.35;
/** A ground serves until the map is closer, or farther, by these factors. */
const [closest, farthest] = [0.45, 3];

/** The finer ground and the places of what the map shows; the last one until the next arrives. */
export function useGround(
  view: View | null,
  call: CallTool | null,
  ended: AbortSignal,
): Ground | null {
  const [ground, setGround] = useState<Ground | null>(null);
  const isEnough = view === null || serves(ground, view);
  useEffect(() => {
    if (isEnough || !call || ended.aborted) return;
    const end = new AbortController();
    const timer = setTimeout(async () => {
      const { box, kmPerPixel } = around(view!);
      const [west, south, east, north] = box;
      const isWorld = east - west >= 360;
      const bbox = isWorld
        ? [-180, south, 180, north]
        : [wrapLongitude(west), south, wrapLongitude(east), north];
      try {
        const answer = await call("map_ground", { bbox, km_per_pixel: kmPerPixel }, end.signal);
        if (!end.signal.aborted) setGround(parseGround(answer, { box, kmPerPixel }));
      } catch {
        // The world of the page itself stays.
      }
    }, settledMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [view, isEnough, call, ended]);
  return ground;
}

function serves(ground: Ground | null, { visible, kmPerPixel }: View): boolean {
  if (!ground) return false;
  const [west, south, east, north] = ground.box;
  const isNear =
    kmPerPixel >= ground.kmPerPixel * closest && kmPerPixel <= ground.kmPerPixel * farthest;
  if (!visible) return isNear && east - west >= 360;
  // The same box one turn around the world.
  const turn = Math.round((west - visible.west) / 360) * 360;
  const inside = visible.west + turn >= west && visible.east + turn <= east;
  return isNear && inside && visible.south >= south && visible.north <= north;
}

function around({ visible, kmPerPixel }: View): Pick<Ground, "box" | "kmPerPixel"> {
  const scale = Math.min(1000, kmPerPixel);
  if (!visible) return { box: [-180, -90, 180, 90], kmPerPixel: scale };
  const { west, south, east, north } = visible;
  const [wider, higher] = [(east - west) * margin, (north - south) * margin];
  const isWorld = east - west + 2 * wider >= 360;
  return {
    box: [
      isWorld ? -180 : west - wider,
      Math.max(-90, south - higher),
      isWorld ? 180 : east + wider,
      Math.min(90, north + higher),
    ],
    kmPerPixel: scale,
  };
}

/** The atlas of the page, once it is unpacked. */
export function useWorld(loading: Promise<World>): World | null {
  const [world, setWorld] = useState<World | null>(null);
  useEffect(() => {
    // Without it, the map has no land, but its features.
    loading.then(setWorld, () => {});
  }, [loading]);
  return world;
}

import { type View, worldSpan } from "@emberline/map";
import { useEffect, useState } from "preact/hooks";
import type { CallTool } from "../content/read-layer.ts";
import { bboxOfSpan, isSpanIn, widened } from "../content/seen.ts";
import { type Ground, parseGround, readWorld, type World } from "./ground.ts";

/** A view has settled if it did not move for so long. */
const settledMs = 250;
/** How far beyond the view the ground reaches, in shares of its sides. */
const margin = 0.35;
/** A ground serves until the map is closer, or farther, by these factors. */
const [closest, farthest] = [0.45, 3];
/** The server has nothing coarser. */
const coarsestKm = 1000;

/** The finer ground and the places of what the map shows; the last one until the next arrives. */
export function useGround(view: View | null, call: CallTool | null): Ground | null {
  const [ground, setGround] = useState<Ground | null>(null);
  const isEnough = view === null || serves(ground, view);
  useEffect(() => {
    if (isEnough || !call) return;
    const end = new AbortController();
    const timer = setTimeout(async () => {
      const span = view!.visible ? widened(view!.visible, margin) : worldSpan;
      const kmPerPixel = Math.min(coarsestKm, view!.kmPerPixel);
      const args = { bbox: bboxOfSpan(span), km_per_pixel: kmPerPixel };
      try {
        const answer = await call("map_ground", args, end.signal);
        if (!end.signal.aborted) setGround(parseGround(answer, { span, kmPerPixel }));
      } catch {
        // The world of the page itself stays.
      }
    }, settledMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [view, isEnough, call]);
  return ground;
}

function serves(ground: Ground | null, { visible, kmPerPixel }: View): boolean {
  if (!ground) return false;
  const isNear =
    kmPerPixel >= ground.kmPerPixel * closest && kmPerPixel <= ground.kmPerPixel * farthest;
  return isNear && isSpanIn(visible ?? worldSpan, ground.span);
}

/** The atlas of the page, once it is unpacked. */
export function useWorld(packed: string): World | null {
  const [world, setWorld] = useState<World | null>(null);
  useEffect(() => {
    // Without it, the map has no land, but its features.
    readWorld(packed).then(setWorld, () => {});
  }, [packed]);
  return world;
}

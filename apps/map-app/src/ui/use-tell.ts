import { positionsOf } from "@emberline/geo";
import type { View } from "@emberline/map";
import { useEffect } from "preact/hooks";
import type { Features } from "../features/features.ts";
import type { Host } from "../host/host.ts";
import { describeView, type InView } from "./question.ts";

/** A person who still moves the map need not be followed. */
const settledMs = 1500;

/** Tells the model what the map shows after the person moved it; null tells nothing. */
export function useTell(host: Host, inView: InView | null): void {
  const text = inView && describeView(inView);
  useEffect(() => {
    if (text === null) return;
    // A host may refuse it: the person's questions say the same.
    const timer = setTimeout(() => void host.tell(text).catch(() => {}), settledMs);
    return () => clearTimeout(timer);
  }, [host, text]);
}

/** How many features lie in the frame; a perimeter by one of its positions. */
export function countInView(
  { detections, perimeters }: Features,
  { projection, frame }: View,
): Pick<InView, "detections" | "perimeters"> {
  const isInside = (position: readonly number[]) => {
    const point = projection([position[0]!, position[1]!]);
    return (
      point !== null &&
      point[0] >= 0 &&
      point[1] >= 0 &&
      point[0] <= frame.width &&
      point[1] <= frame.height
    );
  };
  return {
    detections: detections.filter(({ position }) => isInside(position)).length,
    perimeters: perimeters.filter(({ geometry }) => positionsOf(geometry).some(isInside)).length,
  };
}

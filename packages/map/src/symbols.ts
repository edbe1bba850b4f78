import { px } from "./path.ts";
import type { Theme } from "./theme.ts";

const edgePx = 0.6;

/**
 * Dots over larger ones of the edge's colour: overlapping symbols merge into one area, where inner
 * outlines would darken it.
 *
 * @param dots the positions, as `dotPath` writes them
 */
export function detectionSymbols(
  theme: Theme,
  ageStep: number,
  dots: string,
  radiusPx: number,
): string {
  const layer = (color: string | undefined, radius: number) =>
    `<path d="${dots}" fill="none" stroke="${color}" stroke-width="${px(radius * 2)}" stroke-linecap="round"/>`;
  return layer(theme.detectionEdge, radiusPx + edgePx) + layer(theme.detections[ageStep], radiusPx);
}

export function perimeterSymbol(theme: Theme, ageStep: number, path: string): string {
  return `<path d="${path}" fill="${theme.perimeterFill}" fill-opacity="0.28" fill-rule="evenodd" stroke="${theme.perimeters[ageStep]}" stroke-width="1.4" stroke-linejoin="round"/>`;
}

export function staticSourceSymbols(theme: Theme, path: string): string {
  return `<path d="${path}" fill="${theme.staticSource}" stroke="${theme.land}" stroke-width="0.6"/>`;
}

export function simulationSymbols(theme: Theme, path: string): string {
  return `<path d="${path}" fill="none" stroke="${theme.paper}" stroke-width="4"/><path d="${path}" fill="none" stroke="${theme.simulation}" stroke-width="2"/>`;
}

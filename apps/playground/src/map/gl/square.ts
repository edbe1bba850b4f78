import type { MapLibreMap } from "maplibre-gl";

export const squareImage = "square";

const sidePx = 24;
const halfPx = 5;
/** The edge of a signed distance field has this value; it falls by the next one per pixel. */
const edge = 192;
const fallPerPx = 32;

/** Adds a square as a signed distance field, so that layers can colour it. */
export function addSquare(map: MapLibreMap): void {
  const data = new Uint8ClampedArray(sidePx * sidePx * 4);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const outsidePx = Math.max(fromMiddle(x), fromMiddle(y)) - halfPx;
      data[(y * sidePx + x) * 4 + 3] = edge - outsidePx * fallPerPx;
    }
  }
  map.addImage(squareImage, { width: sidePx, height: sidePx, data }, { sdf: true });
}

function fromMiddle(px: number): number {
  return Math.abs(px + 0.5 - sidePx / 2);
}

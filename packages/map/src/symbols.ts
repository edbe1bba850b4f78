import { px } from "./path.ts";
import type { Theme } from "./theme.ts";

const edgePx = 0.6;

/** What became of a fire or a cluster of detections between two periods. */
export type Change = "new" | "continuing" | "ended";

export const changes: readonly Change[] = ["ended", "continuing", "new"];

export type SymbolName = "square" | "diamond" | "up" | "down";

/** Shape and colour of a change; none of the colours is one of age. */
export function changeStyle(
  change: Change,
  theme: Theme,
): { readonly as: SymbolName; readonly color: string } {
  return {
    new: { as: "up" as const, color: theme.simulation },
    continuing: { as: "diamond" as const, color: theme.mark },
    ended: { as: "down" as const, color: theme.staticSource },
  }[change];
}

/** The corners of a symbol of radius 1 around 0, 0; y points down. */
export const symbolCorners: Readonly<Record<SymbolName, readonly (readonly [number, number])[]>> = {
  square: [
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
  ],
  diamond: [
    [0, -1.15],
    [1.15, 0],
    [0, 1.15],
    [-1.15, 0],
  ],
  up: [
    [0, -1.1],
    [1.1, 0.85],
    [-1.1, 0.85],
  ],
  down: [
    [0, 1.1],
    [-1.1, -0.85],
    [1.1, -0.85],
  ],
};

/** A symbol of a change as part of a path. */
export function changePath(change: Change, x: number, y: number, radiusPx: number): string {
  const name = { new: "up", continuing: "diamond", ended: "down" } as const;
  const corners = symbolCorners[name[change]].map(
    ([dx, dy]) => `${px(x + dx * radiusPx)},${px(y + dy * radiusPx)}`,
  );
  return `M${corners.join("L")}Z`;
}

export function changeSymbols(theme: Theme, change: Change, path: string): string {
  const { color } = changeStyle(change, theme);
  return `<path d="${path}" fill="${color}" stroke="${theme.land}" stroke-width="0.8"/>`;
}

/** An outline of a comparison: what is new is filled, what has ended is dashed, an earlier one thin. */
export function changedPerimeter(theme: Theme, change: Change | "before", path: string): string {
  const { color } = changeStyle(change === "before" ? "continuing" : change, theme);
  const line = {
    before: 'fill-opacity="0" stroke-width="0.8" stroke-opacity="0.6"',
    ended: 'fill-opacity="0" stroke-width="1.6" stroke-dasharray="3.5 2"',
    new: 'fill-opacity="0.3" stroke-width="1.6"',
    continuing: 'fill-opacity="0.16" stroke-width="1.6"',
  }[change];
  return `<path d="${path}" fill="${color}" fill-rule="evenodd" stroke="${color}" stroke-linejoin="round" ${line}/>`;
}

/** The colour of a step among so many, oldest first. */
export function growthColor(theme: Theme, step: number, steps: number): string {
  const last = theme.growth.length - 1;
  return theme.growth[steps === 1 ? last : Math.round((step * last) / (steps - 1))]!;
}

export function growthSymbol(theme: Theme, step: number, steps: number, path: string): string {
  const isNewest = step === steps - 1;
  return `<path d="${path}" fill="${growthColor(theme, step, steps)}" fill-opacity="0.85" fill-rule="evenodd" stroke="${theme.detectionEdge}" stroke-width="${isNewest ? 1.4 : 0.6}" stroke-linejoin="round"/>`;
}

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

/** Half the width of a town's symbol. */
export const dotPx = 2;

/** A hollow square in the colour of texts: a town never looks like a detection. */
export function townSymbol(theme: Theme, [x, y]: readonly [number, number]): string {
  const side = dotPx * 2;
  return `<path d="M${px(x - dotPx)},${px(y - dotPx)}h${side}v${side}h-${side}Z" fill="${theme.land}" stroke="${theme.text}"/>`;
}

/** Small dots without an age, over the colours of a growth. */
export function plainDetections(theme: Theme, dots: string): string {
  return `<path d="${dots}" fill="none" stroke="${theme.detectionEdge}" stroke-opacity="0.55" stroke-width="2" stroke-linecap="round"/>`;
}

export function perimeterSymbol(theme: Theme, ageStep: number, path: string): string {
  return `<path d="${path}" fill="${theme.perimeterFill}" fill-opacity="0.28" fill-rule="evenodd" stroke="${theme.perimeters[ageStep]}" stroke-width="1.4" stroke-linejoin="round"/>`;
}

export function staticSourceSymbols(theme: Theme, path: string): string {
  return `<path d="${path}" fill="${theme.staticSource}" stroke="${theme.land}" stroke-width="0.6"/>`;
}

export function simulationSymbols(theme: Theme, path: string): string {
  return `<path d="${path}" fill="none" stroke="${theme.paper}" stroke-width="3.4"/><path d="${path}" fill="none" stroke="${theme.simulation}" stroke-width="1.8"/>`;
}

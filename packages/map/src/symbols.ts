import type { Theme } from "./theme.ts";

/** Overlapping symbols merge into one area: inner outlines would darken it. */
export function detectionSymbols(theme: Theme, ageStep: number, path: string): string {
  return `<path d="${path}" fill="${theme.detections[ageStep]}" stroke="${theme.detectionEdge}" stroke-width="1.2" paint-order="stroke"/>`;
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

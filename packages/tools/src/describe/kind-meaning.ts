import type { Kind } from "./kinds.ts";

/** Meanings of outlines of fires, by words in their kind and by properties that only they have. */
const meanings: readonly [words: RegExp, meaning: string][] = [
  [
    /final|alarm_date|cont_date|fire_year/i,
    "final: one outline of everything that burned, drawn after the fire",
  ],
  [
    /hull|satellite|viirs|modis|window|feds|n_?pixels|pixden|meanfrp|cluster/i,
    "satellite hull: drawn around detections, coarse to a pixel, not surveyed",
  ],
  [
    /agency|incident|irwin|gis_acres|burn_period|wfigs|nifc|map_method/i,
    "agency mapping: the incident's own outline, repeated as the fire grows",
  ],
];

/** The meaning of an outline's kind; undefined if neither its name nor its properties show it. */
export function meaningOf({ kind, own, all }: Kind): string | undefined {
  const byWords = (text: string) => meanings.find(([words]) => words.test(text))?.[1];
  // Properties that all kinds share say something only if there is a single kind.
  return byWords(kind ?? "") ?? byWords((own.length > 0 ? own : all).join(" "));
}

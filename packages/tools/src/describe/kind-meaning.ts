import type { Kind } from "./kinds.ts";

/** What outlines of fires are, by the words of their kind and the properties that only such have. */
const meanings: readonly [words: RegExp, meaning: string][] = [
  [
    /final|alarm_date|cont_date|fire_year/i,
    "final: one outline of all that burned, drawn after the fire",
  ],
  [
    /hull|satellite|viirs|modis|window|feds|n_?pixels|pixden|meanfrp|cluster/i,
    "satellite hull: drawn around detections, coarse to a pixel, nobody's survey",
  ],
  [
    /agency|incident|irwin|gis_acres|burn_period|wfigs|nifc|map_method/i,
    "agency mapping: the incident's own outline, repeated as the fire grows",
  ],
];

/** What an outline of this kind is; undefined where neither its name nor its properties tell. */
export function meaningOf({ kind, own, all }: Kind): string | undefined {
  const byWords = (text: string) => meanings.find(([words]) => words.test(text))?.[1];
  // What all kinds have in common tells one from another only where there is one.
  return byWords(kind ?? "") ?? byWords((own.length > 0 ? own : all).join(" "));
}

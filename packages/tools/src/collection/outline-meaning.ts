const hull = "satellite hull: drawn around detections, coarse to a pixel, not surveyed";

/** Meanings of outlines of fires, by words in their kind and by properties that only they have. */
const meanings: readonly [words: RegExp, meaning: string][] = [
  [
    /final|alarm_date|cont_date|fire_year/i,
    "final: one outline of everything that burned, drawn after the fire",
  ],
  [/hull|satellite|viirs|modis|window|feds|n_?pixels|pixden|meanfrp|cluster/i, hull],
  [
    /agency|incident|irwin|gis_acres|burn_period|wfigs|nifc|map_method/i,
    "agency mapping: the incident's own outline, repeated as the fire grows",
  ],
];

/** What kind of outline a text speaks of: the name of a kind, or names of properties. */
export function outlineMeaning(text: string): string | undefined {
  return meanings.find(([words]) => words.test(text))?.[1];
}

/** Whether outlines of a kind are drawn around detections, so that these lie in them. */
export function isEstimate(kind: string): boolean {
  return outlineMeaning(kind) === hull;
}

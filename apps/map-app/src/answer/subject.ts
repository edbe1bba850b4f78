import type { Noun } from "./words.ts";

/** The kind of a feature on the map. */
export type Subject = "hotspot" | "perimeter" | "source" | "simulation" | "place";

const words: readonly (readonly [RegExp, Subject])[] = [
  [/^towns$/, "place"],
  [/simulation/i, "simulation"],
  [/perimeter/i, "perimeter"],
  [/source/i, "source"],
  [/hotspot|detection/i, "hotspot"],
];

/**
 * The kind of the rows of a table, by the first name that identifies it.
 *
 * @param names of the table, the collection and the tool, the nearest first
 */
export function subjectOf(names: readonly string[]): Subject {
  for (const name of names) {
    const known = words.find(([word]) => word.test(name));
    if (known) return known[1];
  }
  return "place";
}

const nouns: Readonly<Record<Subject, Noun>> = {
  hotspot: ["detection", "detections"],
  perimeter: ["perimeter", "perimeters"],
  source: ["static heat source", "static heat sources"],
  simulation: ["simulation", "simulations"],
  place: ["feature", "features"],
};

/** What the features of a collection are called. */
export function nounOf(collection: unknown): Noun {
  return nouns[subjectOf([String(collection)])];
}

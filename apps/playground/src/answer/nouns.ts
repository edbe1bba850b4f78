import { type Subject, subjectOf } from "../map/subject.ts";
import type { Noun } from "./words.ts";

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

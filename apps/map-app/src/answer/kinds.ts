import { textOf } from "./json.ts";
import type { Noun } from "./words.ts";

/** The kind of a feature on the map, and of its layer. */
export type LayerKind = "detections" | "perimeters" | "sources" | "simulations" | "others";

const kinds: readonly (readonly [RegExp, LayerKind])[] = [
  [/^towns$/, "others"],
  [/simulations$/, "simulations"],
  [/hotspot|active.?fire|detection/i, "detections"],
  [/perimeter|burn(t|ed)?.?area/i, "perimeters"],
  [/static|source/i, "sources"],
];

/**
 * The kind of features, by the first name that identifies it.
 *
 * @param names of the table, the collection and the tool, the nearest first
 */
export function kindOf(...names: readonly string[]): LayerKind {
  for (const name of names) {
    const known = kinds.find(([word]) => word.test(name));
    if (known) return known[1];
  }
  return "others";
}

/** What features of a kind are called. */
export const nouns: Readonly<Record<LayerKind, Noun>> = {
  detections: ["detection", "detections"],
  perimeters: ["perimeter", "perimeters"],
  sources: ["static heat source", "static heat sources"],
  simulations: ["simulation", "simulations"],
  others: ["feature", "features"],
};

/** What the features of a collection are called. */
export function nounOf(collection: unknown): Noun {
  return nouns[kindOf(textOf(collection) ?? "")];
}

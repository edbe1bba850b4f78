import { closest, distance } from "fastest-levenshtein";

const maxDistance = 2;

/** The known name that was most likely meant, or undefined when none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const found = closest(name, known);
  const isClose =
    known.length > 0 && distance(name, found) <= Math.max(maxDistance, name.length / 3);
  return isClose ? found : undefined;
}

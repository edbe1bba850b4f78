import { closest, distance } from "fastest-levenshtein";

/** The known name that `name` most likely meant, or undefined when none is close. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const wanted = name.toLowerCase();
  const found = closest(
    wanted,
    known.map((each) => each.toLowerCase()),
  );
  const index = known.findIndex((each) => each.toLowerCase() === found);
  const tolerance = Math.max(2, Math.floor(wanted.length / 3));
  return distance(wanted, found) <= tolerance || found.includes(wanted) ? known[index] : undefined;
}

/** ` Did you mean "x"?`, or nothing when no known name is close. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/** A value below this share of the one before is a dip, if the values return. */
const lowShare = 0.5;
const backShare = 0.9;

/**
 * Indices of values that fall below half of the value before, until one of at least nine tenths of
 * it follows: mappings that cover only part of a fire.
 */
export function dipsOf(values: readonly number[]): number[] {
  let dips: number[] = [];
  let low: number[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [at, value] of values.entries()) {
    if (value < before * lowShare) {
      low.push(at);
      continue;
    }
    if (value >= before * backShare) dips = dips.concat(low);
    [low, before] = [[], value];
  }
  return dips;
}

const maxListed = 3;

/** What to know of the changes around such mappings; null without any. */
export function dipNotice(times: readonly string[]): string | null {
  if (times.length === 0) return null;
  const listed = times.slice(0, maxListed).join(", ");
  const more = times.length > maxListed ? ` and ${times.length - maxListed} more` : "";
  return `The area falls by more than half and returns (${listed}${more}): such a mapping may cover only part of the fire, so the changes to and from it are not growth.`;
}

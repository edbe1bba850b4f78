/** A mapping smaller than the one before by more than both contradicts it: what burned stays burned. */
const maxShare = 0.1;
const maxKm2 = 1;

/** Indices of areas (km²) that contradict the one before. */
export function fallsOf(areas: readonly number[]): number[] {
  return [...areas.keys()].filter((at) => {
    const before = areas[at - 1] ?? 0;
    const fall = before - areas[at]!;
    return fall > before * maxShare && fall > maxKm2;
  });
}

const maxListed = 3;

/** What to know of the changes to such mappings; null without any. */
export function fallNotice(times: readonly string[]): string | null {
  if (times.length === 0) return null;
  const listed = times.slice(0, maxListed).join(", ");
  const more = times.length > maxListed ? ` and ${times.length - maxListed} more` : "";
  return `The area falls by more than a tenth and ${maxKm2} km² (${listed}${more}): what burned stays burned, so that mapping covers only part of the fire, or the one before is too large or misdated. The change is not growth.`;
}

/** In how many fires a mapping contradicts the one before; null if in none. */
export function firesThatFallNotice(fires: number): string | null {
  if (fires === 0) return null;
  const have = fires === 1 ? "fire has" : "fires have";
  return `${fires} ${have} a mapping smaller than the one before by more than a tenth and ${maxKm2} km²: what burned stays burned, so one of the two is wrong or covers only a part.`;
}

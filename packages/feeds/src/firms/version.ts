import type { Properties } from "@emberline/geo";

/** From provisional to final; of equal tiers the higher number is newer. */
export const tiers = { urt: 0, rt: 1, nrt: 2, sp: 3 } as const;

export interface Version {
  readonly tier: number;
  readonly number: number;
}

const known = new Map<string, Version>();

/**
 * The version of a detection, whose suffix is its tier; standard products have none. A detection
 * without a version is near real-time, unless it has the `type` of standard products.
 */
export function versionOf({ version, type }: Properties): Version {
  const text = typeof version === "string" ? version : "";
  const isTyped = type !== undefined && type !== null;
  const key = isTyped ? `${text} ` : text;
  const before = known.get(key);
  if (before) return before;
  const suffix = /(URT|NRT|RT)\s*$/i.exec(text)?.[1]?.toLowerCase() as
    | Exclude<keyof typeof tiers, "sp">
    | undefined;
  const number = Number.parseFloat(text);
  const read = {
    tier: suffix ? tiers[suffix] : text !== "" || isTyped ? tiers.sp : tiers.nrt,
    number: Number.isNaN(number) ? 0 : number,
  };
  // Versions are a handful; a source that makes them up may not fill the memory.
  if (known.size < 1000) known.set(key, read);
  return read;
}

/** Above zero if the first is newer. */
export function compareVersions(a: Version, b: Version): number {
  return a.tier - b.tier || a.number - b.number;
}

/** URT and RT rows: they give way to the final row of the same pixel. */
export function isProvisional(properties: Properties): boolean {
  return versionOf(properties).tier < tiers.nrt;
}

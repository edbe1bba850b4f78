import type { CollectionInfo } from "../collection/collection-info.ts";
import { unitOf } from "../collection/sampled-types.ts";
import { cleanText } from "../values/text.ts";
import { round, toCell } from "../values/text-numbers.ts";
import { distinctText, type Profile, type PropertyTally } from "./profile.ts";

const temporalTypes = new Set(["date", "dateTime"]);

/** Up to this many values are all listed; of more, only a few. */
const fewValues = 12;
const examples = 3;

/** Every property with its types, role, unit, range or values; those with a role come first. */
export function describeProperties(
  { queryables, sampled = [], roles }: CollectionInfo,
  profile: Profile | null,
  isSampled: boolean,
) {
  const types = new Map<string, Set<string>>();
  for (const { id, type } of queryables ?? sampled) {
    if (id !== undefined && type !== "geometry")
      types.set(id, (types.get(id) ?? new Set()).add(type));
  }
  if (!queryables) {
    for (const [name, tally] of profile?.properties ?? [])
      if (!types.has(name)) types.set(name, new Set([typeOf(tally)]));
  }
  const roleOf = new Map(
    Object.entries(roles).flatMap(([role, names]) => names.map((name) => [name, role] as const)),
  );
  const described = [...types].map(([name, ofType]) => {
    const tally = profile?.properties.get(name);
    const unit = unitOf(name);
    const role = roleOf.get(name);
    const isTime = role === "time_of_day" || [...ofType].some((type) => temporalTypes.has(type));
    const isPartial = !isSampled && tally && tally.count < (profile?.features ?? 0);
    return {
      name: cleanText(name, 60),
      types: [...ofType].map((type) => cleanText(type, 30)),
      ...(role !== undefined && { role }),
      ...(unit !== undefined && { unit }),
      ...(tally && rangeOf(tally)),
      // The interval already gives the times.
      ...(tally && !isTime && valuesOf(tally)),
      ...(isPartial && { features: tally.count }),
      ...(isSampled && tally && { sampled: true }),
    };
  });
  return described.sort((a, b) => Number("role" in b) - Number("role" in a));
}

/** The type of a property that no feature of the sample has. */
function typeOf({ firstNumber, firstText }: PropertyTally): string {
  if (firstNumber !== undefined) return "number";
  return firstText === undefined ? "unknown" : "string";
}

function rangeOf({ min, max }: PropertyTally): { min?: number; max?: number } {
  return min <= max ? { min: round(min, 5), max: round(max, 5) } : {};
}

function valuesOf(tally: PropertyTally): { values?: (string | number)[]; distinct?: string } {
  const texts = tally.texts();
  const isFew = tally.distinct !== null && texts.length <= fewValues;
  const shown = texts
    .slice(0, isFew ? fewValues : examples)
    .map((text) => String(toCell(text, 0)).slice(0, 40));
  // A property of numbers and texts shows the range of its numbers.
  const values = texts.length > 0 ? shown : tally.codes();
  return {
    ...(values.length > 0 && { values }),
    ...(!isFew && texts.length > 0 && { distinct: distinctText(tally) }),
  };
}

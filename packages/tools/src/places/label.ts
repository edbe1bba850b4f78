import type { Place } from "./gazetteer.ts";

/** "Coimbra, Coimbra, Portugal". */
export function labelOf({ name, region, country }: Place): string {
  return [name, region, country].filter(Boolean).join(", ");
}

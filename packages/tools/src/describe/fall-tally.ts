import type { Feature } from "@emberline/core";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "../collection/layers.ts";
import { outlineKm2 } from "../geometry/stated-area.ts";
import { fallsOf, firesThatFallNotice } from "../values/falls.ts";
import { ownProperty } from "../values/own-property.ts";
import type { Roles } from "../values/roles.ts";

interface Mapping extends SnapshotOrder {
  readonly areaKm2: number;
}

/** Of more mappings nothing is said, so that memory is bounded. */
const maxMappings = 100_000;

/** The areas of each fire's mappings. Outlines that cross themselves are not mended first. */
export class FallTally {
  readonly #byFire = new Map<string, Mapping[]>();
  #mappings = 0;

  add(feature: Feature, roles: Roles): void {
    const fire = ownProperty(feature.properties, roles.fire);
    if (fire === null || fire === undefined || this.#mappings >= maxMappings) return;
    const areaKm2 = outlineKm2(feature.geometry);
    if (areaKm2 === 0) return;
    const own = this.#byFire.get(String(fire)) ?? [];
    own.push({ ...snapshotOrder(feature, { roles }), areaKm2 });
    this.#byFire.set(String(fire), own);
    this.#mappings++;
  }

  /** One sentence; null without any. */
  notice(): string | null {
    if (this.#mappings >= maxMappings) return null;
    const falling = [...this.#byFire.values()].filter(hasFall);
    return firesThatFallNotice(falling.length);
  }
}

/** Of mappings of the same time the last counts, as for the growth of a fire. */
function hasFall(mappings: readonly Mapping[]): boolean {
  const inOrder = mappings.toSorted(compareSnapshots);
  const last = inOrder.filter(({ timeMs }, i) => timeMs !== inOrder[i + 1]?.timeMs);
  return fallsOf(last.map(({ areaKm2 }) => areaKm2)).length > 0;
}

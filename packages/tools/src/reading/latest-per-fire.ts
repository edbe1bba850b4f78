import type { Feature } from "@emberline/core";
import { hasNoPositions } from "@emberline/geo";
import type { CallMemory } from "../call/call-memory.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "../collection/layers.ts";
import { ownProperty } from "../values/own-property.ts";
import type { Hit } from "./match.ts";

interface Newest {
  readonly order: SnapshotOrder;
  /** Null if it is not in the area. */
  readonly hit: Hit | null;
  /** Whether some snapshot of the fire is in the area. */
  readonly isFound: boolean;
}

/**
 * Keeps the newest snapshot of each fire: by time, then `sequence`, then id, wherever it lies. A
 * feature that names no fire counts as a separate fire.
 */
export class LatestPerFire {
  readonly #fires = new Map<unknown, Newest>();
  readonly #others: Hit[] = [];
  readonly #info: CollectionInfo;
  readonly #memory: CallMemory;

  constructor(info: CollectionInfo, memory: CallMemory) {
    this.#info = info;
    this.#memory = memory;
  }

  /** Fires whose newest snapshot, as far as is known, is in the area. */
  get fires(): (string | number)[] {
    return [...this.#fires].flatMap(([fire, { hit }]) =>
      hit && (typeof fire === "string" || typeof fire === "number") ? [fire] : [],
    );
  }

  /** How many fires have an older snapshot in the area, and their newest outside. */
  get elsewhere(): number {
    return [...this.#fires.values()].filter(({ hit, isFound }) => isFound && !hit).length;
  }

  /** Features without a fire. */
  get withoutFire(): number {
    return this.#others.length;
  }

  /** Whether one of the fires in the area has this snapshot. */
  has(feature: Feature): boolean {
    return this.#fires.get(this.#fireOf(feature))?.isFound === true;
  }

  add(hit: Hit): void {
    const fire = this.#fireOf(hit.feature);
    this.#memory.keep(hit.feature);
    if (fire === null) this.#others.push(hit);
    else this.#put(fire, hit.feature, hit);
  }

  /** Adds a snapshot of the time asked that is not in the area. */
  addElsewhere(feature: Feature): void {
    const fire = this.#fireOf(feature);
    if (fire !== null && !hasNoPositions(feature.geometry)) this.#put(fire, feature, null);
  }

  hits(): Hit[] {
    return [...[...this.#fires.values()].flatMap(({ hit }) => hit ?? []), ...this.#others];
  }

  #put(fire: unknown, feature: Feature, hit: Hit | null): void {
    const order = snapshotOrder(feature, this.#info);
    const known = this.#fires.get(fire);
    const isFound = hit !== null || known?.isFound === true;
    const isNewest = !known || compareSnapshots(order, known.order) > 0;
    const older = isNewest ? known?.hit : hit;
    if (older) this.#memory.release(older.feature);
    this.#fires.set(fire, isNewest ? { order, hit, isFound } : { ...known, isFound });
  }

  #fireOf({ properties }: Feature): unknown {
    return ownProperty(properties, this.#info.roles.fire) ?? null;
  }
}

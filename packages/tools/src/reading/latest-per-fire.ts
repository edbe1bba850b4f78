import type { CollectionInfo } from "../collection/collection-info.ts";
import { compareSnapshots, snapshotOrder } from "../collection/snapshot-order.ts";
import { ownProperty } from "../values/own-property.ts";
import type { Hit } from "./match.ts";

/**
 * Keeps the newest snapshot of each fire: by time, then `sequence`, then id. A feature that names
 * no fire counts as a separate fire.
 */
export class LatestPerFire {
  readonly #newest = new Map<string, Hit>();
  readonly #info: CollectionInfo;
  #older = 0;
  #withoutFire = 0;

  constructor(info: CollectionInfo) {
    this.#info = info;
  }

  /** Snapshots that a newer one of their fire replaces. */
  get older(): number {
    return this.#older;
  }

  /** Features without a fire. */
  get withoutFire(): number {
    return this.#withoutFire;
  }

  add(hit: Hit): void {
    const fire = ownProperty(hit.feature.properties, this.#info.roles.fire) ?? null;
    if (fire === null) this.#withoutFire++;
    const key = fire === null ? `#${this.#newest.size}` : `=${fire}`;
    const known = this.#newest.get(key);
    if (known) this.#older++;
    if (!known || this.#compare(hit, known) > 0) this.#newest.set(key, hit);
  }

  hits(): Iterable<Hit> {
    return this.#newest.values();
  }

  #compare(a: Hit, b: Hit): number {
    const orderOf = ({ feature }: Hit) => snapshotOrder(feature, this.#info);
    return compareSnapshots(orderOf(a), orderOf(b));
  }
}

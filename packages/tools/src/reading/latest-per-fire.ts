import type { CollectionInfo } from "../collection/collection-info.ts";
import { idOf } from "../values/feature-id.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import type { Hit } from "./match.ts";

/**
 * Keeps the newest snapshot of each fire: by time, then `sequence`, then id. A feature without a
 * fire counts as a separate fire.
 */
export class LatestPerFire {
  readonly #newest = new Map<string, Hit>();
  readonly #info: CollectionInfo;
  #older = 0;
  #withoutFire = 0;

  constructor(info: CollectionInfo) {
    this.#info = info;
  }

  /** Snapshots replaced by a newer one of the same fire. */
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
    const { roles } = this.#info;
    const time = (hit: Hit) => timeMsOf(hit.feature.properties, roles) ?? 0;
    const sequence = (hit: Hit) =>
      Number(ownProperty(hit.feature.properties, roles.sequence) ?? 0) || 0;
    const id = (hit: Hit) => idOf(hit.feature) ?? "";
    return time(a) - time(b) || sequence(a) - sequence(b) || (id(a) > id(b) ? 1 : -1);
  }
}

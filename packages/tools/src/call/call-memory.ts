import { type Feature, pathsOf } from "@emberline/geo";

type AnyFeature = Feature<object>;

/** Of a position in V8: an array, its two doubles, and its place in the list. */
const bytesPerPosition = 72;
const bytesPerMember = 60;
const bytesPerFeature = 400;

/** While one page is worked on, the next arrives as text, and becomes objects. */
const copiesOfPage = 3;

/**
 * What a call is known to hold, estimated in bytes: pages of features, and those that are kept
 * beyond their page.
 *
 * @example
 * await memory.page(page.features);
 * memory.keep(hit.feature);
 */
export class CallMemory {
  readonly #hold: (bytes: number) => Promise<void>;
  #pageBytes = 0;
  #keptBytes = 0;

  /** @param hold receives the bytes that the call holds now, and waits until there is room */
  constructor(hold: (bytes: number) => Promise<void> = async () => {}) {
    this.#hold = hold;
  }

  /**
   * Counts a page that arrived, and waits until there is room for such pages.
   *
   * @throws {ToolError} when there will be none (`busy`, `invalid_input`)
   */
  page(features: readonly AnyFeature[]): Promise<void> {
    let bytes = 0;
    for (const feature of features) bytes += bytesOf(feature);
    this.#pageBytes = Math.max(this.#pageBytes, bytes * copiesOfPage);
    return this.#hold(this.#pageBytes + this.#keptBytes);
  }

  /** Counts a feature that is kept; `page` tells when it is too much. */
  keep(feature: AnyFeature): void {
    this.#keptBytes += bytesOf(feature);
  }

  /** Counts a kept feature no more. */
  release(feature: AnyFeature): void {
    this.#keptBytes -= bytesOf(feature);
  }
}

function bytesOf({ geometry, properties }: AnyFeature): number {
  let positions = 0;
  if (geometry && geometry.type !== "Point")
    for (const path of pathsOf(geometry)) positions += path.length;
  let bytes = bytesPerFeature + positions * bytesPerPosition;
  for (const value of Object.values(properties ?? {}))
    bytes += bytesPerMember + (typeof value === "string" ? value.length : 0);
  return bytes;
}

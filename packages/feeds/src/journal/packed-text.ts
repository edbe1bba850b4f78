import { type Geometry, geometryTextSteps } from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import type { FeedFeature } from "../values/feed.ts";
import { PackedNames, placeAt } from "./packed-features.ts";

/** Of a block: some milliseconds of work, and enough for a good compression. */
export const maxRows = 2000;

/** Perimeters may be large: a block ends after this many characters of rows. */
const maxLength = 1 << 20;

/** Features as the JSON of `PackedFeatures`, with what the head of their block says. */
export interface PackedText {
  readonly text: string;
  readonly rows: number;
  /** Epoch milliseconds; features without time end never. */
  readonly firstEnd: number;
  readonly lastEnd: number;
}

/** The texts of blocks, row by row, so that large features leave turns to others too. */
export async function* packedTexts(
  features: Iterable<FeedFeature>,
  pause: Pause,
): AsyncGenerator<PackedText, void> {
  let packing = new Packing();
  for (const feature of features) {
    const adding = packing.add(feature, pause);
    if (adding) await adding;
    if (packing.isFull) {
      yield packing.done();
      packing = new Packing();
    }
    const pausing = pause();
    if (pausing) await pausing;
  }
  if (!packing.isEmpty) yield packing.done();
}

class Packing {
  readonly #names = new PackedNames();
  readonly #rows: string[] = [];
  #length = 0;
  #firstEnd = Infinity;
  #lastEnd = -Infinity;

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    return this.#rows.length === maxRows || this.#length >= maxLength;
  }

  /** A promise only for features that may have many positions. */
  add(feature: FeedFeature, pause: Pause): Promise<void> | undefined {
    const isSmall = feature.geometry === null || feature.geometry.type === "Point";
    if (!isSmall) return this.#addInTurns(feature, feature.geometry, pause);
    this.#addRow(feature, JSON.stringify(this.#names.pack(feature)));
    return undefined;
  }

  async #addInTurns(feature: FeedFeature, geometry: Geometry, pause: Pause): Promise<void> {
    const place = await finishInTurns(geometryTextSteps(geometry), pause);
    const row = this.#names.pack(feature);
    const [head, tail] = [row.slice(0, placeAt), row.slice(placeAt + 1)].map(withoutBrackets);
    this.#addRow(feature, `[${head},${place}${tail === "" ? "" : `,${tail}`}]`);
  }

  #addRow(feature: FeedFeature, row: string): void {
    this.#rows.push(row);
    this.#length += row.length;
    const end = feature.time?.end ?? Infinity;
    this.#firstEnd = Math.min(this.#firstEnd, end);
    this.#lastEnd = Math.max(this.#lastEnd, end);
  }

  done(): PackedText {
    const names = JSON.stringify(this.#names.all);
    return {
      text: `{"names":${names},"rows":[${this.#rows.join(",")}]}`,
      rows: this.#rows.length,
      firstEnd: this.#firstEnd,
      lastEnd: this.#lastEnd,
    };
  }
}

function withoutBrackets(row: readonly unknown[]): string {
  return JSON.stringify(row).slice(1, -1);
}

import { type Properties, printInstant } from "@emberline/geo";
import type { Description } from "../description/description.ts";
import { factsKey } from "../geojson/facts-key.ts";
import { outlineKey } from "../geojson/outline-key.ts";
import type { FeedContext, FeedFeature } from "../values/feed.ts";
import type { FeatureRow } from "./row.ts";
import { timeIn } from "./values.ts";

/** A row of a history. */
export interface OutlineRow {
  /** Identifies its fire. */
  readonly fire: string;
  readonly outline: string;
  /** Without its outline, if that is stored. */
  readonly feature: FeedFeature;
  /** The feature that is stored of it, without its outline. */
  readonly stored: FeedFeature | undefined;
  /** Epoch milliseconds of the outline, as the source gives it. */
  readonly givenMs: number | null;
  /** Epoch milliseconds of the outline's last edit. */
  readonly editedMs: number | null;
}

/** The outlines of one complete list, in its order. */
export class OutlineRows {
  readonly #rows: OutlineRow[] = [];
  /** Fires that are mapped by those that are parts of them. */
  readonly #complexes = new Set<string>();
  readonly #byOutline = new Map<string, OutlineRow[]>();
  readonly #description: Description;
  readonly #nowMs: number;
  readonly #context: Pick<FeedContext, "stored" | "pause">;

  constructor(
    description: Description,
    nowMs: number,
    context: Pick<FeedContext, "stored" | "pause">,
  ) {
    this.#description = description;
    this.#nowMs = nowMs;
    this.#context = context;
  }

  async add({ key: fire, feature, givenMs, fields }: FeatureRow): Promise<void> {
    const { timeForm: form, edited, modified } = this.#description;
    const outline = await outlineKey(feature.geometry!, this.#context.pause);
    // The same in any reading, whatever was read before.
    const date = givenMs === null ? "undated" : printInstant(givenMs).replace(/[-:]/g, "");
    const id = `${feature.id}_${date}_${outline}`;
    const stored = await this.#context.stored.get(id);
    const editedMs = timeIn(fields, edited, form) ?? null;
    // Edits may be dated ahead of the clock.
    const pastEditMs = editedMs !== null && editedMs <= this.#nowMs ? editedMs : 0;
    const changedMs = Math.max(timeIn(fields, modified, form) ?? 0, pastEditMs);
    const modified_at = changedMs > 0 ? printInstant(changedMs) : null;
    const { complex_id } = feature.properties;
    const row: OutlineRow = {
      ...{ fire, outline, givenMs, editedMs },
      feature: {
        ...{ ...feature, id, properties: { ...feature.properties, modified_at } },
        geometry: stored ? null : feature.geometry,
      },
      stored: stored && withoutOutline(stored),
    };
    this.#rows.push(row);
    if (typeof complex_id === "string" && complex_id !== fire) this.#complexes.add(complex_id);
    this.#byOutline.set(outline, firstTwins([...(this.#byOutline.get(outline) ?? []), row]));
  }

  rows(): readonly OutlineRow[] {
    return this.#rows.filter(({ fire }) => !this.isComplex(fire));
  }

  isComplex(fire: string): boolean {
    return this.#complexes.has(fire);
  }

  /** The first of the other fires with the same outline. */
  twinOf({ fire, outline }: OutlineRow): OutlineRow | undefined {
    return this.#byOutline.get(outline)?.find((each) => each.fire !== fire);
  }
}

export function withoutOutline(feature: FeedFeature): FeedFeature {
  return { ...feature, geometry: null };
}

/** Identifies what a feature of a history says, apart from its outline and its last change. */
export function outlineFacts(properties: Properties): string {
  return factsKey(properties, "modified_at");
}

/** Of the first two fires of an outline, in order, one is the twin of any. */
function firstTwins(rows: readonly OutlineRow[]): OutlineRow[] {
  const byFire = new Map(rows.map((row) => [row.fire, row]));
  return [...byFire.values()].sort((a, b) => (a.fire < b.fire ? -1 : 1)).slice(0, 2);
}

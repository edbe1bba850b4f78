import type { Description } from "../description/description.ts";
import { meetsAreas } from "../geojson/meets-areas.ts";
import { outlineKey } from "../geojson/outline-key.ts";
import type { Asked } from "../mechanisms/rows.ts";
import type { FeedContext, FeedFeature } from "../values/feed.ts";
import { OutlineRows } from "./outline-rows.ts";
import { type FeatureRow, readRow } from "./row.ts";

/** The rows of one complete list. */
export class Listing {
  readonly counts = { received: 0, rejected: 0 };
  /** Epoch milliseconds of the newest row; undefined without one. */
  newest: number | undefined;
  /** What identifies features that are listed without a valid geometry. */
  readonly unmapped = new Set<string>();
  /** Of a history. */
  readonly outlines: OutlineRows | undefined;
  readonly #rows = new Map<string, FeatureRow[]>();
  readonly #reasons = new Map<string, number>();
  readonly #description: Description;
  readonly #asked: Asked;
  readonly #report: ((reason: string) => void) | undefined;

  constructor(
    description: Description,
    asked: Asked,
    context: Pick<FeedContext, "stored" | "pause" | "report">,
  ) {
    this.#description = description;
    this.#asked = asked;
    this.#report = context.report;
    if (description.sameId === "history")
      this.outlines = new OutlineRows(description, asked.nowMs, context);
  }

  async add(value: unknown): Promise<void> {
    this.counts.received++;
    const row = readRow(value, this.#description, this.#asked.nowMs);
    if (row.kind === "rejected") {
      this.counts.rejected++;
      this.#reasons.set(row.reason, (this.#reasons.get(row.reason) ?? 0) + 1);
      this.#report?.(row.reason);
    }
    if (row.kind === "unmapped" || row.kind === "rejected") {
      if (row.key !== undefined) this.unmapped.add(row.key);
    }
    if (row.kind !== "feature") return;
    const { feature, timeMs } = row;
    if (timeMs !== null) this.newest = Math.max(this.newest ?? timeMs, timeMs);
    if (!meetsAreas(feature.geometry!, this.#asked.areas)) return;
    if (this.outlines) return this.outlines.add(row);
    const others = this.#rows.get(feature.id);
    if (!others) this.#rows.set(feature.id, [row]);
    else if (this.#description.sameId === "each") others.push(row);
    // Of two at one time, the source means the later one.
    else if ((timeMs ?? 0) >= (others[0]!.timeMs ?? 0)) others[0] = row;
  }

  /** The reason for which most rows were rejected. */
  mainReason(): string {
    return [...this.#reasons].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  }

  /** By id; where each outline of an id counts, by id and outline. */
  async features(): Promise<ReadonlyMap<string, FeedFeature>> {
    const features = new Map<string, FeedFeature>();
    for (const [id, rows] of this.#rows) {
      for (const { feature } of rows) {
        const outline =
          rows.length === 1 ? "" : await outlineKey(feature.geometry!, this.#asked.context.pause);
        const own = outline === "" ? id : `${id}_${outline}`;
        features.set(own, { ...feature, id: own });
      }
    }
    return features;
  }
}

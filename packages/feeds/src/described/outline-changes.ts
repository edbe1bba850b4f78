import { parseTimeMs, printInstant } from "@emberline/geo";
import type { Change, FeedContext, FeedFeature } from "../values/feed.ts";
import { type OutlineRow, type OutlineRows, outlineFacts, withoutOutline } from "./outline-rows.ts";
import type { ListedFire } from "./state.ts";

interface Comparison {
  readonly rows: OutlineRows;
  /** Fires that are listed without a valid outline. */
  readonly unmapped: ReadonlySet<string>;
  readonly previous: ReadonlyMap<string, ListedFire>;
  /** Epoch milliseconds of the reading before, and of this one. */
  readonly previousMs: number;
  readonly nowMs: number;
  readonly context: Pick<FeedContext, "stored" | "pause">;
}

/** A fire with its newest feature, without its outline. */
interface Fire extends Pick<ListedFire, "listedMs" | "hasLeft"> {
  readonly newest: FeedFeature;
}

/** What a complete list changes: new outlines, news of stored ones, fires that left the list. */
export class OutlineChanges {
  readonly #comparison: Comparison;
  readonly #put = new Map<string, FeedFeature>();
  readonly #counts = { added: 0, replaced: 0, removed: 0 };
  readonly #before = new Map<string, Fire>();
  readonly #fires = new Map<string, Fire>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  async make(): Promise<
    Pick<Change, "put"> & {
      readonly counts: Readonly<Record<"added" | "replaced" | "removed", number>>;
      readonly fires: ReadonlyMap<string, ListedFire>;
    }
  > {
    const { rows, unmapped, previous, previousMs, context } = this.#comparison;
    for (const [fire, { snapshot, ...listed }] of previous) {
      const stored = snapshot === null ? undefined : await context.stored.get(snapshot);
      // Without it, retention has removed it.
      if (stored) this.#before.set(fire, { ...listed, newest: withoutOutline(stored) });
    }
    for (const row of rows.rows()) {
      await this.#take(row);
      await context.pause();
    }
    for (const fire of unmapped) if (!rows.isComplex(fire)) await this.#takeUnmapped(fire);
    for (const [fire, known] of this.#before) {
      if (this.#fires.has(fire)) continue;
      const { listedMs, hasLeft } = known;
      // One list may lack a fire by mistake, or all of them.
      if (listedMs === undefined) this.#fires.set(fire, { ...known, listedMs: previousMs });
      else if (hasLeft) this.#fires.set(fire, known);
      else {
        const newest = await this.#setListedUntil(known.newest, printInstant(listedMs));
        this.#fires.set(fire, { ...known, newest, hasLeft: true });
      }
    }
    const fires = [...this.#fires].map(([fire, { newest, ...listed }]): [string, ListedFire] => [
      fire,
      { snapshot: newest.id, ...listed },
    ]);
    return { put: [...this.#put.values()], counts: this.#counts, fires: new Map(fires) };
  }

  async #take(row: OutlineRow): Promise<void> {
    const { fire } = row;
    const put = this.#put.get(row.feature.id);
    const stored = put ? withoutOutline(put) : row.stored;
    const known = this.#knownOf(fire);
    const twin = this.#comparison.rows.twinOf(row);
    const timeMs = stored ? (stored.time?.start ?? null) : this.#notAhead(row.givenMs);
    const feature: FeedFeature = {
      ...row.feature,
      properties: {
        ...row.feature.properties,
        incident_id: this.#incidentIdOf(row),
        datetime: timeMs === null ? null : printInstant(timeMs),
        // Dates ahead of the clock are replaced by the time of the reading.
        datetime_given:
          timeMs === row.givenMs || row.givenMs === null ? null : printInstant(row.givenMs),
        sequence: this.#sequenceOf(row, timeMs, stored),
        same_outline_as: twin ? (this.#incidentIdOf(twin) ?? twin.fire) : null,
      },
      time: timeMs === null ? undefined : { start: timeMs, end: timeMs },
    };
    const isOlder = stored !== undefined && modifiedOf(feature) < modifiedOf(stored);
    if (!stored) {
      this.#put.set(feature.id, feature);
      this.#counts.added++;
    } else if (!isOlder && outlineFacts(stored.properties) !== outlineFacts(feature.properties))
      await this.#replace(feature);
    const next = isOlder ? stored : feature;
    const isNewest = !known || next.id === known.newest.id || compare(next, known.newest) > 0;
    this.#fires.set(fire, { newest: isNewest ? withoutOutline(next) : known.newest });
  }

  /** Its outline was left out of the answer: the one before still stands for it. */
  async #takeUnmapped(fire: string): Promise<void> {
    const known = this.#knownOf(fire);
    if (!known || this.#fires.has(fire)) return;
    const { newest, hasLeft } = known;
    this.#fires.set(fire, { newest: hasLeft ? await this.#setListedUntil(newest, null) : newest });
  }

  /** A fire that is listed no more is not the same as one that is out. */
  async #setListedUntil(newest: FeedFeature, listed_until: string | null): Promise<FeedFeature> {
    const next = { ...newest, properties: { ...newest.properties, listed_until } };
    await this.#replace(next);
    return next;
  }

  /** The outline stays as it is stored. */
  async #replace(feature: FeedFeature): Promise<void> {
    const put = this.#put.get(feature.id);
    const stored = put ?? (await this.#comparison.context.stored.get(feature.id));
    if (!put) this.#counts.replaced++;
    this.#put.set(feature.id, { ...feature, geometry: stored?.geometry ?? null });
  }

  #knownOf(fire: string): Fire | undefined {
    return this.#fires.get(fire) ?? this.#before.get(fire);
  }

  /** All features of a fire have the incident id that was first known. */
  #incidentIdOf({ fire, feature }: OutlineRow): string | null {
    const id = this.#knownOf(fire)?.newest.properties.incident_id ?? feature.properties.incident_id;
    return typeof id === "string" ? id : null;
  }

  /** A date ahead of the clock is replaced by the time of the reading. */
  #notAhead(givenMs: number | null): number | null {
    return givenMs === null ? null : Math.min(givenMs, this.#comparison.nowMs);
  }

  /** Edits that the source dates ahead of the clock count from the reading that first had them. */
  #sequenceOf(
    { editedMs, givenMs }: OutlineRow,
    timeMs: number | null,
    stored: FeedFeature | undefined,
  ): number | null {
    if (editedMs === givenMs) return sequenceAt(timeMs);
    const own = sequenceAt(this.#notAhead(editedMs));
    const before = stored ? sequenceIn(stored) : null;
    if (own === null || before === null) return own;
    return editedMs !== null && editedMs > this.#comparison.nowMs ? before : Math.max(own, before);
  }
}

/** Orders outlines of the same date by their last edit: 20260730184500. */
function sequenceAt(ms: number | null): number | null {
  return ms === null ? null : Number(new Date(ms).toISOString().replace(/\D/g, "").slice(0, 14));
}

function sequenceIn({ properties }: FeedFeature): number | null {
  return typeof properties.sequence === "number" ? properties.sequence : null;
}

function modifiedOf({ properties }: FeedFeature): number {
  return parseTimeMs(String(properties.modified_at ?? "")) ?? 0;
}

/** As the tools order the outlines of a fire: by time, then sequence, then id. */
function compare(a: FeedFeature, b: FeedFeature): number {
  return (
    (a.time?.start ?? 0) - (b.time?.start ?? 0) ||
    (sequenceIn(a) ?? 0) - (sequenceIn(b) ?? 0) ||
    (a.id > b.id ? 1 : -1)
  );
}

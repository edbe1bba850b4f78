import { parseTimeMs, printInstant } from "@emberline/geo";
import type { Change, FeedContext, FeedFeature } from "../values/feed.ts";
import type { Identity, ListedRow, Listing } from "./listing.ts";
import { sequenceOf, snapshotFacts, toSnapshot } from "./snapshot.ts";
import type { ListedFire, WfigsState } from "./state.ts";

/** What a complete list changes: new snapshots, news of stored ones, fires that left the list. */
export class ListChange {
  readonly fires = new Map<string, ListedFire>();
  readonly #put = new Map<string, FeedFeature>();
  readonly #counts = { added: 0, replaced: 0 };
  readonly #listing: Listing;
  readonly #previous: WfigsState | undefined;
  /** Fires that left the list, and whose outline is stored no more. */
  readonly #forgotten = new Set<string>();
  readonly #readMs: number;
  readonly #context: Pick<FeedContext, "stored" | "pause">;

  constructor(
    listing: Listing,
    previous: WfigsState | undefined,
    readMs: number,
    context: Pick<FeedContext, "stored" | "pause">,
  ) {
    this.#listing = listing;
    this.#previous = previous;
    this.#readMs = readMs;
    this.#context = context;
  }

  async make(): Promise<Omit<Change, "state">> {
    const before = this.#previous?.fires ?? new Map<string, ListedFire>();
    for (const [fire, { snapshot, hasLeft }] of before) {
      if (hasLeft && !(await this.#stored(snapshot))) this.#forgotten.add(fire);
    }
    for (const listed of this.#listing.rows()) {
      await this.#take(listed);
      await this.#context.pause();
    }
    for (const [fire, known] of before) {
      if (this.fires.has(fire) || this.#forgotten.has(fire)) continue;
      const { listedMs, hasLeft } = known;
      // One list may lack a fire by mistake, or all of them.
      if (listedMs === undefined)
        this.fires.set(fire, { ...known, listedMs: this.#previous!.readMs });
      else if (hasLeft || (await this.#setListedUntil(known.snapshot, listedMs)))
        this.fires.set(fire, { ...known, hasLeft: true });
    }
    const { received, rejected } = this.#listing;
    return {
      put: [...this.#put.values()],
      remove: [],
      counts: { received, rejected, ...this.#counts, removed: 0 },
    };
  }

  async #take(listed: ListedRow): Promise<void> {
    const { row, id } = listed;
    const known = this.#knownOf(row.fire);
    const incidentId = this.#incidentIdOf(row);
    if (id === undefined) {
      // Its outline was left out of the answer: the one before still stands for it.
      if (known?.hasLeft) await this.#setListedUntil(known.snapshot, null);
      this.fires.set(row.fire, known ? listedAgain(known) : unmapped(incidentId));
      return;
    }
    const isNewest = known?.snapshot === id && !known.hasLeft;
    const stored = isNewest ? undefined : await this.#stored(id);
    const twin = this.#listing.twinOf(listed);
    const timeMs = isNewest
      ? known.timeMs
      : stored
        ? (stored.time?.start ?? null)
        : this.#notAhead(row.dateMs);
    const before = isNewest ? known.sequence : stored ? sequenceIn(stored) : null;
    const facts = {
      id,
      geometry: row.geometry ?? stored?.geometry ?? null,
      incidentId,
      timeMs,
      sequence: this.#sequenceOf(row, timeMs, before),
      twin: twin ? (this.#incidentIdOf(twin) ?? twin.fire) : null,
    };
    const snapshot = toSnapshot(row, facts);
    const key = snapshotFacts(snapshot);
    if (isNewest) {
      const isOlder = row.modifiedMs < known.modifiedMs;
      if (!isOlder && key !== known.facts) this.#replace(snapshot, await this.#stored(id));
      const { modifiedMs } = row;
      const { sequence } = facts;
      const news = isOlder ? {} : { modifiedMs, sequence, facts: key };
      this.fires.set(row.fire, { ...listedAgain(known), ...news });
      return;
    }
    const isOlder = stored !== undefined && row.modifiedMs < modifiedOf(stored);
    if (stored) {
      if (!isOlder && snapshotFacts(stored) !== key) this.#replace(snapshot, stored);
    } else if (snapshot.geometry) {
      this.#put.set(id, snapshot);
      this.#counts.added++;
    }
    const next = fireOf(isOlder ? stored : snapshot, incidentId);
    const isLater = known === undefined || compareFires(next, known) > 0;
    this.fires.set(row.fire, isLater ? next : listedAgain(known));
  }

  /** The outline stays as it is stored. */
  #replace(snapshot: FeedFeature, stored: FeedFeature | undefined): void {
    // Without a stored one, retention has removed it.
    if (!stored) return;
    if (!this.#put.has(snapshot.id)) this.#counts.replaced++;
    this.#put.set(snapshot.id, { ...snapshot, geometry: stored.geometry });
  }

  /** A fire that is listed no more is not the same as one that is out. False if not stored. */
  async #setListedUntil(id: string | null, listedMs: number | null): Promise<boolean> {
    const stored = await this.#stored(id);
    if (!stored) return false;
    const listed_until = listedMs === null ? null : printInstant(listedMs);
    this.#replace({ ...stored, properties: { ...stored.properties, listed_until } }, stored);
    return true;
  }

  #knownOf(fire: string): ListedFire | undefined {
    const known = this.fires.get(fire);
    return known || this.#forgotten.has(fire) ? known : this.#previous?.fires.get(fire);
  }

  async #stored(id: string | null): Promise<FeedFeature | undefined> {
    if (id === null) return undefined;
    return this.#put.get(id) ?? (await this.#context.stored.get(id));
  }

  /** A date ahead of the clock is replaced by the time of the reading. */
  #notAhead(dateMs: number | null): number | null {
    return dateMs === null ? null : Math.min(dateMs, this.#readMs);
  }

  /** Edits that the source dates ahead of the clock count from the reading that first had them. */
  #sequenceOf(
    { editedMs, dateMs }: ListedRow["row"],
    timeMs: number | null,
    before: number | null,
  ): number | null {
    if (editedMs === dateMs) return sequenceOf(timeMs);
    const own = sequenceOf(this.#notAhead(editedMs));
    if (own === null || before === null) return own;
    const isAhead = editedMs !== null && editedMs > this.#readMs;
    return isAhead ? before : Math.max(own, before);
  }

  /** All snapshots of a fire have the incident id that was first known. */
  #incidentIdOf({ fire, number, irwinId }: Identity): string | null {
    return this.#knownOf(fire)?.incidentId ?? number ?? irwinId;
  }
}

function fireOf(snapshot: FeedFeature, incidentId: string | null): ListedFire {
  return {
    snapshot: snapshot.id,
    timeMs: snapshot.time?.start ?? null,
    sequence: sequenceIn(snapshot),
    facts: snapshotFacts(snapshot),
    modifiedMs: modifiedOf(snapshot),
    incidentId,
  };
}

function listedAgain(fire: ListedFire): ListedFire {
  return { ...fire, listedMs: undefined, hasLeft: undefined };
}

function unmapped(incidentId: string | null): ListedFire {
  return { snapshot: null, timeMs: null, sequence: null, facts: "", modifiedMs: 0, incidentId };
}

function sequenceIn({ properties }: FeedFeature): number | null {
  return (properties.sequence ?? null) as number | null;
}

function modifiedOf({ properties }: FeedFeature): number {
  return parseTimeMs(String(properties.modified_at ?? "")) ?? 0;
}

/** As the tools order the snapshots of a fire: by time, then sequence, then id. */
function compareFires(a: ListedFire, b: ListedFire): number {
  return (
    (a.timeMs ?? 0) - (b.timeMs ?? 0) ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    ((a.snapshot ?? "") > (b.snapshot ?? "") ? 1 : -1)
  );
}

import type { StoredFeatures } from "@emberline/feeds";
import { finishInTurns, type Pause, processTurns, type Turns } from "@emberline/turns";
import { changedSegments, type SegmentsChange } from "./changed-segments.ts";
import {
  type ChangeCounts,
  FeatureStore,
  type Features,
  type StoreChange,
  type TimedFeature,
} from "./feature-store.ts";
import { feedView } from "./feed-view.ts";
import type { Segment } from "./segment.ts";
import { Snapshot, SnapshotReaders } from "./snapshot.ts";

/** Ids and features between pauses. */
const idsPerStep = 256;

/** A store in memory: segments of columns, each with an order by time and a spatial index. */
export class MemoryStore extends FeatureStore {
  readonly stored: StoredFeatures;
  readonly batchLength = 0;
  readonly #readers: SnapshotReaders;
  #snapshot: Snapshot;
  /** The last change; changes come one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  /** The pause of all changes: the more turns they have had, the more readers go first. */
  readonly #changePause: Pause;
  readonly #fullSegment: number;

  /**
   * @param turns shared with other work on this event loop
   * @param fullSegment features of a segment that is full
   */
  constructor(turns: Pick<Turns, "pauseOf"> = processTurns, fullSegment = 100_000) {
    super();
    this.#fullSegment = fullSegment;
    this.#readers = new SnapshotReaders(turns);
    this.#snapshot = new Snapshot([], 0, this.#readers);
    this.#changePause = this.#readers.pause();
    this.stored = feedView(
      () => this.#snapshot,
      () => this.#readers.pause(),
    );
  }

  read<T>(work: (features: Features) => Promise<T>): Promise<T> {
    return work(this.#snapshot);
  }

  load<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  insert(features: readonly TimedFeature[]): Promise<number[]> {
    return this.#change(function* (snapshot) {
      const known: number[] = [];
      const added: TimedFeature[] = [];
      const ids = new Set<string>();
      for (let i = 0; i < features.length; i++) {
        if (i % idsPerStep === 0) yield;
        const { id } = features[i]!;
        if (ids.has(id) || snapshot.locate(id)) {
          known.push(i);
        } else {
          ids.add(id);
          added.push(features[i]!);
        }
      }
      return [{ gone: new Map(), added }, known];
    }, false);
  }

  apply({ put, remove }: StoreChange): Promise<ChangeCounts> {
    return this.#change(function* (snapshot) {
      const added = new Map<string, TimedFeature>();
      let step = 0;
      for (const feature of put) {
        if (step++ % idsPerStep === 0) yield;
        added.set(feature.id, feature);
      }
      const gone = new Map<Segment, Uint8Array>();
      let replaced = 0;
      for (const id of added.keys()) {
        if (step++ % idsPerStep === 0) yield;
        if (take(snapshot, id, gone)) replaced++;
      }
      let removed = 0;
      for (const id of remove) {
        if (step++ % idsPerStep === 0) yield;
        if (!added.has(id) && take(snapshot, id, gone)) removed++;
      }
      const counts = { added: added.size - replaced, replaced, removed };
      return [{ gone, added: [...added.values()] }, counts];
    });
  }

  removeBefore(epochMs: number): Promise<number> {
    return this.#change(function* ({ segments }) {
      const gone = new Map<Segment, Uint8Array>();
      let removed = 0;
      for (const segment of segments) {
        const { rows } = segment;
        const ordering = yield* segment.orderingSteps();
        const from = ordering.rankBefore(epochMs);
        for (let rank = from; rank < ordering.timed; rank++) {
          if (rank % idsPerStep === 0) yield;
          const row = ordering.rowAt[rank]!;
          if (rows.time(row)!.end >= epochMs) continue;
          markGone(gone, segment, row);
          removed++;
        }
      }
      return [{ gone, added: [] }, removed];
    });
  }

  /**
   * Prepares a change from the newest snapshot, then shows all of it at once.
   * @param isPrepared whether readers must not wait for what searches need of changed segments
   */
  #change<Result>(
    prepare: (snapshot: Snapshot) => Generator<void, [SegmentsChange, Result]>,
    isPrepared = true,
  ): Promise<Result> {
    const change = async () => {
      const before = this.#snapshot;
      const [change, result] = await finishInTurns(prepare(before), this.#changePause);
      if (change.added.length === 0 && change.gone.size === 0) return result;
      const steps = changedSegments(before.segments, change, this.#fullSegment);
      const segments = await finishInTurns(steps, this.#changePause);
      const after = new Snapshot(segments, before.number + 1, this.#readers);
      // Loading changes a store in many small steps, before it is read.
      if (isPrepared && this.#readers.haveCome) await after.prepare(before, this.#changePause);
      this.#snapshot = after;
      const kept = new Set(segments.map(({ rows }) => rows));
      for (const { rows } of before.segments)
        if (!kept.has(rows)) this.#readers.shapes.forget(rows);
      return result;
    };
    // A change that failed has left the snapshot as it was.
    const changing = this.#changing.then(change);
    this.#changing = changing.catch(() => {});
    return changing;
  }
}

/** Marks the feature of an id as gone; false if there is none. */
function take(snapshot: Snapshot, id: string, gone: Map<Segment, Uint8Array>): boolean {
  const found = snapshot.locate(id);
  if (!found || gone.get(found.segment)?.[found.row]) return false;
  markGone(gone, found.segment, found.row);
  return true;
}

function markGone(gone: Map<Segment, Uint8Array>, segment: Segment, row: number): void {
  const rows = gone.get(segment) ?? new Uint8Array(segment.rows.count);
  gone.set(segment, rows);
  rows[row] = 1;
}

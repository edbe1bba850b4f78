import type { StoredFeatures } from "@emberline/feeds";
import { finishInTurns, type Pause, processTurns, type Turns } from "@emberline/turns";
import { type Aggregation, datetimesAreInstants } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import { foldSteps } from "./aggregate-rows.ts";
import { changedSegments, type SegmentsChange } from "./changed-segments.ts";
import type {
  ChangeCounts,
  Extent,
  FeatureStore,
  Page,
  PageRequest,
  Queryable,
  Selection,
  StoreChange,
  TimedFeature,
} from "./feature-store.ts";
import { feedView } from "./feed-view.ts";
import { countOf, type Part, pageOf, type Segment } from "./segment.ts";
import { ShapeCache } from "./shape-cache.ts";
import { SelectionCache, Snapshot } from "./snapshot.ts";

/** Ids and features between pauses. */
const idsPerStep = 256;

/** A store in memory: segments of columns, each with an order by time and a spatial index. */
export class MemoryStore implements FeatureStore {
  #version = 0;
  readonly stored: StoredFeatures;
  readonly batchLength = 0;
  #snapshot = new Snapshot([]);
  /** The last change; changes come one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  #shapes = new ShapeCache();
  #cache = new SelectionCache();
  /** Whether a reader has come, whose successors find changed segments prepared. */
  #isRead = false;
  readonly #turns: Pick<Turns, "pauseOf">;
  /** The pause of all changes: the more turns they have had, the more readers go first. */
  readonly #changePause: Pause;
  readonly #fullSegment: number;

  /**
   * @param turns shared with other work on this event loop
   * @param fullSegment features of a segment that is full
   */
  constructor(turns: Pick<Turns, "pauseOf"> = processTurns, fullSegment = 100_000) {
    this.#fullSegment = fullSegment;
    this.#turns = turns;
    this.#changePause = this.#sharedPause();
    this.stored = feedView(
      () => this.#snapshot,
      () => this.#sharedPause(),
    );
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

  async version(): Promise<string> {
    return String(this.#version);
  }

  async get(id: string): Promise<string | undefined> {
    const found = this.#snapshot.locate(id);
    return found?.segment.rows.json(found.row);
  }

  extent(): Promise<Extent> {
    return this.#snapshot.extent(this.#sharedPause());
  }

  queryables(): Promise<Queryable[]> {
    return this.#snapshot.queryables(this.#sharedPause());
  }

  async count(selection: Selection, pause: Pause = this.#sharedPause()): Promise<number> {
    const parts = await this.#parts(selection, pause);
    return parts.reduce((sum, part) => sum + countOf(part), 0);
  }

  async find(
    selection: Selection,
    page: PageRequest,
    pause: Pause = this.#sharedPause(),
  ): Promise<Page> {
    return pageOf(await this.#parts(selection, pause), page);
  }

  async aggregate(
    selection: Selection,
    request: AggregateRequest,
    pause: Pause = this.#sharedPause(),
  ): Promise<Aggregation> {
    const snapshot = this.#snapshot;
    const parts = await this.#parts(selection, pause);
    const queryables = await snapshot.queryables(this.#sharedPause());
    const steps = foldSteps(parts, selection, request, datetimesAreInstants(queryables));
    return finishInTurns(steps, pause);
  }

  /** What matches, segment by segment in order. */
  async #parts(selection: Selection, pause: Pause): Promise<Part[]> {
    const { box, interval, filter } = selection;
    const snapshot = this.#snapshot;
    this.#isRead = true;
    const shared = this.#sharedPause();
    const parts: Part[] = [];
    for (const segment of snapshot.segments) {
      parts.push({ segment, ordering: await segment.ordering(shared), ranks: undefined });
    }
    if (!box && !interval && filter === undefined) return parts;
    const queryables = await snapshot.queryables(shared);
    const types = filter === undefined ? [] : queryables;
    const key = JSON.stringify([box, `${interval?.start}/${interval?.end}`, filter, types]);
    const cached = this.#cache.get(key);
    const found = new Map<number, Uint32Array>();
    for (const segment of snapshot.segments) {
      const search = await segment.search(this.#shapes, shared);
      const known = cached?.get(segment.number);
      found.set(segment.number, known ?? (await search.matches(selection, queryables, pause)));
    }
    this.#cache.set(key, found);
    return parts.map((part) => ({ ...part, ranks: found.get(part.segment.number) }));
  }

  /** The pause of work that many wait for: it must not end with one caller. */
  #sharedPause(): Pause {
    return this.#turns.pauseOf(new AbortController().signal);
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
      const after = new Snapshot(segments);
      // Loading changes a store in many small steps, before it is read.
      if (isPrepared && this.#isRead) {
        await after.prepare(before, this.#shapes, {
          now: this.#changePause,
          later: this.#sharedPause(),
        });
      }
      this.#snapshot = after;
      this.#version++;
      const kept = new Set(segments.map(({ rows }) => rows));
      for (const { rows } of before.segments) if (!kept.has(rows)) this.#shapes.forget(rows);
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

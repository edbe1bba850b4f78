import type { Clock } from "@emberline/feeds";
import type { FeedStatus } from "../http/feed-notices.ts";

/** Between two lines on how far a first reading is. */
const tellMs = 10_000;

/** Detections, where a feed has any: the other layers are no answer to what burns. */
function neededOf(feeds: readonly FeedStatus[]): readonly FeedStatus[] {
  const detections = feeds.filter(({ layer }) => layer === "hotspots");
  return detections.length > 0 ? detections : feeds;
}

/** Whether some of what a feed has was read, now or in an earlier process. */
function hasBegun({ readAt, covered }: FeedStatus): boolean {
  return readAt !== null || (covered ?? []).length > 0;
}

/** Whether answers are more than empty: some detections were read. */
function isAnswerable(feeds: readonly FeedStatus[]): boolean {
  const needed = neededOf(feeds);
  return needed.length === 0 || needed.some(hasBegun);
}

/** A reading into an empty store: what the operator hears of it, and when it has something. */
export class FirstReading {
  readonly #feeds: () => readonly FeedStatus[];
  readonly #log: (text: string) => void;
  readonly #clock: Pick<Clock, "now">;
  readonly #waiting = new Set<() => void>();
  #isFirst: boolean;
  #isOver: boolean;
  #toldAt: number;
  #toldRows = 0;

  constructor(
    feeds: () => readonly FeedStatus[],
    log: (text: string) => void,
    clock: Pick<Clock, "now">,
  ) {
    this.#feeds = feeds;
    this.#log = log;
    this.#clock = clock;
    this.#toldAt = clock.now();
    this.#isFirst = !isAnswerable(feeds());
    this.#isOver = !this.#isFirst;
  }

  /**
   * Resolves once some detections were read, or each of their feeds has failed.
   *
   * @param onRows receives how many rows were read so far
   */
  async until(onRows?: (rows: number) => void): Promise<void> {
    for (;;) {
      const feeds = this.#feeds();
      if (isAnswerable(feeds) || neededOf(feeds).every(({ error }) => error !== null)) return;
      onRows?.(rowsOf(feeds));
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** To be called when a status has changed. */
  changed(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    if (!this.#isOver) this.#tell();
  }

  #tell(): void {
    const feeds = this.#feeds();
    const read = feeds.filter(({ readAt }) => readAt !== null).length;
    const rows = rowsOf(feeds);
    const shown = rows.toLocaleString("en-US");
    const nowMs = this.#clock.now();
    const isNew = this.#isFirst && isAnswerable(feeds);
    this.#isOver = read === feeds.length;
    const isDue = rows !== this.#toldRows && nowMs - this.#toldAt >= tellMs;
    if (isNew) this.#log(`First answers are possible; rows read so far: ${shown}`);
    if (this.#isOver) this.#log(`All live feeds were read: ${read}; rows: ${shown}`);
    else if (isDue && !isNew)
      this.#log(`Reading the live feeds: ${read} of ${feeds.length} read; rows so far: ${shown}`);
    if (isNew) this.#isFirst = false;
    if (isNew || isDue) [this.#toldAt, this.#toldRows] = [nowMs, rows];
  }
}

function rowsOf(feeds: readonly FeedStatus[]): number {
  return feeds.reduce((sum, { rows }) => sum + rows.received, 0);
}

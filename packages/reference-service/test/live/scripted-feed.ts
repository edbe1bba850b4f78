import type {
  Change,
  Feed,
  FeedContext,
  FeedFeature,
  FeedRecord,
  Journal,
  JournalEntry,
} from "@emberline/feeds";

export const startMs = Date.parse("2026-08-14T12:00:00Z");
export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Reading = (context: FeedContext) => AsyncGenerator<Change, void>;

/** A feed whose readings a test writes; after the last one, readings yield nothing. */
export function scriptedFeed(
  readings: Reading[],
  own: Partial<Feed> = {},
): Feed & { readonly contexts: FeedContext[] } {
  const contexts: FeedContext[] = [];
  return {
    name: "firms-viirs-noaa20-nrt",
    title: "NASA FIRMS NOAA-20",
    layer: "hotspots",
    credit: {
      name: "NASA FIRMS",
      text: "From NASA FIRMS.",
      url: "https://earthdata.nasa.gov/firms",
      licence: "CC0-1.0",
      disclaimer: "Not for tactical decisions.",
    },
    minMinutes: 10,
    ...own,
    contexts,
    read(context) {
      contexts.push(context);
      return (readings[contexts.length - 1] ?? nothing)(context);
    },
  };
}

async function* nothing(): AsyncGenerator<Change, void> {}

/** A reading that yields these changes. */
export function yielding(...changes: Change[]): Reading {
  return async function* () {
    yield* changes;
  };
}

/** A reading that fails at once. */
export function failing(error: Error): Reading {
  return async function* () {
    if (error) throw error;
    yield* [];
  };
}

/** A reading that goes on until its signal aborts. */
export const endless: Reading = async function* ({ signal }) {
  await new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  yield* [];
};

export function change(
  put: readonly FeedFeature[],
  { remove = [], state = null }: { remove?: string[]; state?: unknown } = {},
): Change {
  const counts = { received: put.length, rejected: 0, added: put.length, replaced: 0, removed: 0 };
  return { put, remove, state, counts: { ...counts, removed: remove.length } };
}

/** A hotspot, a number of hours before the start. */
export function hotspot(id: string, hoursAgo = 1, frp = 5): FeedFeature {
  const atMs = startMs - hoursAgo * hourMs;
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [-121, 44] },
    properties: { datetime: new Date(atMs).toISOString(), frp },
    time: { start: atMs, end: atMs },
  };
}

/** A journal in memory that outlives the services that it is handed to. */
export class KeptJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  /** Thrown by the next commits. */
  fault: Error | undefined;
  readonly #records = new Map<string, FeedRecord>();
  /** How many entries its service has. */
  #known = 0;

  async tryLease() {
    return { lost: new AbortController().signal, release: async () => {} };
  }

  async commit(entry: JournalEntry): Promise<void> {
    if (this.fault) throw this.fault;
    this.#known = this.entries.push(entry);
    for (const [name, record] of Object.entries(entry.records)) this.#records.set(name, record);
  }

  async *news() {
    const news = this.entries.slice(this.#known);
    this.#known = this.entries.length;
    yield* news;
  }

  async records(): Promise<ReadonlyMap<string, FeedRecord>> {
    return this.#records;
  }

  async removeBefore() {}

  async close(): Promise<void> {
    this.#known = 0;
  }
}

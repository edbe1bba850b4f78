import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { countersIn } from "@emberline/state/counters";
import { processTurns, type Turns } from "@emberline/turns";
import { ClientState } from "../auth/client-state.ts";
import { Clients } from "../auth/clients.ts";
import { SettingsSessions } from "../auth/settings-sessions.ts";
import { SigningKeys, secretsNow } from "../auth/signing-keys.ts";
import { RateLimit, Throttle } from "../auth/throttle.ts";
import { Tokens } from "../auth/tokens.ts";
import { type Connection, CursorSeal } from "../http/environment.ts";
import type { FeedStatus } from "../http/feed-notices.ts";
import { declaredCoverage } from "../import/declared-coverage.ts";
import { loadFolder } from "../import/load-folder.ts";
import { type LoadReport, loadNotices, Reporter } from "../import/report.ts";
import { sampleFolder } from "../import/sample-folder.ts";
import type { LiveFeeds } from "../live/live-feeds.ts";
import { settingsPath } from "../pages/layout.ts";
import { mapFigures } from "../pages/map.ts";
import { MemorySimulations, type SimulationStore } from "../simulations/simulation-store.ts";
import type { FeatureStore, LiveSink, NodeStatus } from "../store/feature-store.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { loadSynthetic } from "../synthetic/load-synthetic.ts";
import {
  byCollection,
  type CollectionId,
  collectionIds,
  collectionOf,
  listedCollections,
} from "../values/collections.ts";
import { Problem } from "../values/problems.ts";
import { isAllSynthetic, type Synthetic, shareOf, syntheticNotices } from "../values/synthetic.ts";
import type { EpochInterval } from "../values/time.ts";
import { createApp } from "./app.ts";
import type { LiveOptions, ReferenceServiceOptions, StoreOptions } from "./options.ts";

/** A running service without a port: pass its `fetch` to a client or a server. */
export interface ReferenceService {
  /**
   * Servers pass the connection of a request: wrong secrets are counted by address. Rejects with
   * the reason of the request's signal if it is aborted before the answer.
   */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Those that are offered. */
  readonly collections: readonly CollectionId[];
  /** Loaded and rejected data. */
  readonly report: LoadReport;
  /** A path that opens Settings → API clients once, within an hour, without the administrator key. */
  readonly createSettingsLink: () => string;
  /** True for synthetic data. */
  readonly synthetic: boolean;
  /** The live feeds as they are now. */
  feeds(): readonly FeedStatus[];
  /**
   * Resolves once live feeds have some detections, or each feed of them has failed.
   *
   * @param onRows receives how many rows were read so far
   */
  firstReading(onRows?: (rows: number) => void): Promise<void>;
  /**
   * The nodes that have a part of the features; none unless tables are spread over nodes.
   * @throws {Error} when the database is away
   */
  nodes(): Promise<readonly NodeStatus[]>;
  /**
   * When the newest feature of each collection was observed, in epoch milliseconds.
   * @throws {Error} when the database is away
   */
  newest(): Promise<readonly (readonly [CollectionId, number])[]>;
  /** Ends the live feeds and the connections of the store: no request and no timer is left. */
  close(): Promise<void>;
}

const defaultSeed = 20_250_701;

/** Shorter than clients wait, so that they receive the reason. */
const defaultMaxSearchSeconds = 20;

/**
 * Loads the data and builds the service of the interface document.
 * @throws {ImportError} when a line is broken, with `strict`
 * @throws {Error} when the data folder or the state file cannot be read, or faults are requested in
 *   production
 */
export async function createReferenceService(
  options: ReferenceServiceOptions,
): Promise<ReferenceService> {
  const { now = Date.now, tokenLifetimeSeconds = 3600, maxRequestsPerMinute } = options;
  const { faults = [], maxSearchSeconds = defaultMaxSearchSeconds, turns = processTurns } = options;
  const { adminKey, createCounter = countersIn(undefined) } = options;
  const signing = () => secretsNow(options.signingSecret);
  if (faults.length > 0 && process.env.NODE_ENV === "production") {
    throw new Error("faults are for tests: leave them out, or do not set NODE_ENV to production");
  }
  if (options.synthetic && (options.data ?? options.live ?? options.store) !== undefined)
    throw new Error("synthetic is instead of data, live feeds and a store: leave it or them out");
  const isEmpty = options.live !== undefined || options.store !== undefined || options.synthetic;
  const data = options.data ?? (isEmpty ? undefined : sampleFolder);
  const declared = data === undefined ? {} : await declaredCoverage(data);
  const clients = new Clients(options.clients, new ClientState(options.state), now);
  const reporter = new Reporter(options.strict ?? false);
  const {
    stores,
    simulations,
    filed: filedIn,
    sink: storeSink,
    nodes,
    close: closeStores,
  } = await openStores(options.store, {
    turns,
    maxSearchSeconds,
  });
  const { onLoaded } = options;
  const { organization } = clients;
  const target = { stores, simulations, reporter, organization, onLoaded };
  await load().catch(async (error: unknown) => {
    await closeStores();
    throw error;
  });
  const synthetic = syntheticIn(reporter.report, await simulations.counts());
  // The first search then does not wait for what all of them need.
  await Promise.all(Object.values(stores).map((store) => unlessPartAway(store.queryables())));
  const live = options.live && (await openLive(options.live));
  const { files } = reporter.report;
  const noticesOn = (kind: CollectionId | "simulations") => [
    ...loadNotices(files, kind),
    ...syntheticNotices(synthetic[kind]),
  ];
  const settingsSessions = new SettingsSessions(now);
  const collections = await offered();
  const app = createApp(
    {
      collections,
      stores,
      simulations,
      cursors: new CursorSeal(new SigningKeys(() => cursorSecrets(options), "cursors")),
      startId: randomUUID(),
      synthetic,
      notices: {
        ...byCollection(noticesOn),
        simulations: noticesOn("simulations"),
      },
      declared,
      apiPage: options.apiPage,
      otherPages: options.otherPages ?? [],
      live,
      documentedOnly: options.documentedOnly ?? false,
      basePath: (options.basePath ?? "").replace(/\/+$/, ""),
      now,
      mapFigure: mapFigures(options.placesIn),
      working: { turns, maxSeconds: maxSearchSeconds },
    },
    {
      clients,
      tokens: new Tokens({
        lifetimeSeconds: tokenLifetimeSeconds,
        keys: new SigningKeys(signing, "tokens"),
        clients,
        now,
      }),
      throttle: new Throttle(createCounter),
      rateLimit:
        maxRequestsPerMinute === undefined
          ? undefined
          : new RateLimit(maxRequestsPerMinute, createCounter),
      adminKey: typeof adminKey === "string" ? () => adminKey : adminKey,
      settingsSessions,
      formKeys: new SigningKeys(signing, "forms"),
    },
    { corsOrigins: options.corsOrigins ?? [], log: options.log, faults },
  );
  live?.start();
  return {
    async fetch(request, connection = {}) {
      const response = await app.fetch(request, connection);
      request.signal.throwIfAborted();
      return response;
    },
    collections,
    report: reporter.report,
    synthetic: isAllSynthetic(synthetic),
    feeds: () => live?.statuses() ?? [],
    firstReading: async (onRows) => live?.firstReading(onRows),
    createSettingsLink: () => `${settingsPath}?link=${settingsSessions.createLink()}`,
    nodes,
    async newest() {
      const extents = collections.map(async (id) => [id, await stores[id].extent()] as const);
      return (await Promise.all(extents)).flatMap(([id, { interval }]) =>
        interval ? [[id, interval.end] as const] : [],
      );
    },
    async close() {
      await live?.close();
      await closeStores();
    },
  };

  async function load(): Promise<void> {
    if (options.synthetic)
      return loadSynthetic(target, { now: now(), seed: options.seed ?? defaultSeed });
    if (data !== undefined)
      await loadFolder(data, { ...target, mayBeEmpty: options.live !== undefined });
  }

  /** Feeds fill a collection, or features are there. */
  async function offered(): Promise<CollectionId[]> {
    const { documentedOnly, live: { feeds = [], lists = [] } = {} } = options;
    const filled = new Set([...feeds, ...lists].map(({ layer }) => collectionOf[layer]));
    for (const id of collectionIds) {
      const count = await unlessPartAway(stores[id].read((features) => features.count({})));
      if (count !== 0) filled.add(id);
    }
    return listedCollections((id) => !documentedOnly && filled.has(id));
  }

  async function openLive({ contact, journal, ...live }: LiveOptions): Promise<LiveFeeds> {
    const { userAgentOf } = await import("@emberline/feeds");
    const { LiveFeeds } = await import("../live/live-feeds.ts");
    const userAgent = userAgentOf(version, contact);
    const { JournalSink } = await import("../live/journal-sink.ts");
    const intervals = collectionIds.map(
      async (id) => [id, await unlessPartAway(filedIn(id))] as const,
    );
    const filed = Object.fromEntries(await Promise.all(intervals));
    const sink = storeSink ?? (await JournalSink.over(journal, stores));
    return LiveFeeds.open({ ...live, filed, sink, stores, turns, userAgent, log: options.onLive });
  }
}

/** A service starts while nodes are away: undefined for what they would know. */
async function unlessPartAway<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === "part-away") return undefined;
    throw error;
  }
}

/** What the loaded data say of themselves; features of feeds and databases are real. */
function syntheticIn(
  { collections, synthetic }: LoadReport,
  simulations: { readonly all: number; readonly synthetic: number },
): Synthetic {
  const shares = [
    ...collectionIds.map((id) => [id, shareOf(synthetic[id], collections[id])] as const),
    ["simulations", shareOf(simulations.synthetic, simulations.all)] as const,
  ];
  return Object.fromEntries(shares.filter(([, share]) => share !== undefined));
}

/** Without a secret of the service, services with the same configured clients share cursors. */
function cursorSecrets({ signingSecret, clients }: ReferenceServiceOptions): readonly string[] {
  if (signingSecret !== undefined || clients.length === 0) return secretsNow(signingSecret);
  const secrets = clients.map(({ id, secret }) => [id, ...secretsNow(secret)] as const);
  const current = secrets.map(([id, first]) => [id, first]);
  const previous = secrets.map(([id, first, second = first]) => [id, second]);
  return [...new Set([JSON.stringify(current), JSON.stringify(previous)])];
}

interface OpenStores {
  readonly stores: Record<CollectionId, FeatureStore>;
  readonly simulations: SimulationStore;
  /** The time of a collection's features of data files; asked before feeds are read. */
  filed(id: CollectionId): Promise<EpochInterval | undefined>;
  /** Where live feeds keep what they read, if the stores are in a database. */
  readonly sink?: LiveSink | undefined;
  /**
   * The nodes that have a part of the features; none unless tables are spread.
   * @throws {Problem} when the database is away (`database-away`)
   */
  nodes(): Promise<readonly NodeStatus[]>;
  close(): Promise<void>;
}

/**
 * The stores of all collections: in PostGIS if there are options, else in memory.
 * @throws {Error} when the database cannot be reached, or cannot be used
 */
async function openStores(
  options: StoreOptions | undefined,
  { turns, maxSearchSeconds }: { turns: Pick<Turns, "pauseOf">; maxSearchSeconds: number },
): Promise<OpenStores> {
  if (options) {
    const { openPostgis } = await import("./open-postgis.ts");
    return openPostgis({ ...options, maxReadSeconds: maxSearchSeconds }, turns);
  }
  const stores = byCollection(() => new MemoryStore(turns));
  return {
    stores,
    simulations: new MemorySimulations(),
    filed: async (id) => (await stores[id].extent()).interval,
    nodes: async () => [],
    async close() {},
  };
}

const manifest: { version: string } = createRequire(import.meta.url)("../../package.json");

/** The version of this package. */
export const version: string = manifest.version;

import { access, constants, mkdtemp, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Check } from "@emberline/settings";
import { ClientState } from "../auth/client-state.ts";
import { reportLines } from "../import/report.ts";
import type { ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { StoreUrls } from "../settings/store-settings.ts";
import { collectionIds, tableOf } from "../values/collections.ts";
import { servingLines } from "./embed.ts";
import { createReferenceService } from "./service.ts";

const maxReadSeconds = 10;

interface CheckedSettings {
  readonly data: string | undefined;
  readonly synthetic: boolean;
  readonly strict: boolean;
  readonly live: LiveSettings | null;
  readonly store: StoreUrls | null;
  /** The file of API clients. */
  readonly state: string | undefined;
  readonly resolveArea: ResolveArea;
}

/** What a service needs, tried without changing anything. */
export function serviceChecks(settings: CheckedSettings): readonly Check[] {
  const { data, live, store, state, resolveArea } = settings;
  const hasJournal = live !== null && store === null;
  return [
    ...(store ? [{ name: "store", run: () => checkStore(store) }] : []),
    ...(store?.replicaUrl === undefined
      ? []
      : [{ name: "store replica", run: () => checkReplica(store.replicaUrl!) }]),
    ...(live ? [{ name: "feeds", run: () => checkFeeds(live, resolveArea) }] : []),
    ...(data !== undefined && hasJournal
      ? [{ name: "live folder", run: () => checkWritable(data) }]
      : []),
    ...((data === undefined && (live || store)) || hasJournal
      ? []
      : [{ name: "data", run: () => checkData(settings) }]),
    ...(state === undefined ? [] : [{ name: "API clients", run: () => checkState(state) }]),
  ];
}

/** Loads what would be loaded, in memory. */
async function checkData({ data, synthetic, strict }: CheckedSettings): Promise<string> {
  const service = await createReferenceService({ clients: [], data, synthetic, strict });
  await service.close();
  const lines = [...servingLines(service), ...reportLines({ ...service.report, files: [] })];
  return lines.join("; ");
}

async function checkFeeds(live: LiveSettings, resolveArea: ResolveArea): Promise<string> {
  const { openLive } = await import("./open-live.ts");
  const { feeds, areas = [] } = await openLive(live, {
    data: undefined,
    resolveArea,
    log: () => {},
  });
  const where = areas.length === 0 ? "the world" : `${areas.length} areas`;
  return `${feeds.map(({ name }) => name).join(", ")} for ${where}; doctor --live asks their sources`;
}

/** Writes into a folder, or looks whether it could be created. */
export async function checkWritable(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => null);
  try {
    if (there) await rm(await mkdtemp(join(folder, "emberline-check-")), { recursive: true });
    else await access(dirname(resolve(folder)), constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${folder} cannot be written to (${code}): let the program write there.`);
  }
  return there ? `${folder} can be written to` : `${folder} would be created`;
}

function checkState(path: string): string {
  const active = new ClientState(path).records().filter(({ revokedAt }) => !revokedAt);
  return `${active.length} in ${path}`;
}

async function checkStore({ url }: StoreUrls): Promise<string> {
  const { Database } = await import("../postgis/database.ts");
  const { checkTables } = await import("../postgis/migrate.ts");
  const database = await Database.open({ url, maxReadSeconds });
  try {
    const tables = collectionIds.map(tableOf);
    const { version, filled } = await checkTables(database, tables);
    if (version === 0) return "an empty database, in which tables would be created";
    const names = collectionIds.filter((id) => filled.includes(tableOf(id)));
    return `tables of version ${version}, with features of ${names.join(", ") || "no collection"}`;
  } finally {
    await database.close();
  }
}

/** A service starts without its replica, and would read everything from the store. */
async function checkReplica(url: NonNullable<StoreUrls["replicaUrl"]>): Promise<string> {
  const { Database } = await import("../postgis/database.ts");
  const { explained } = await import("../postgis/faults.ts");
  const database = await Database.open({ url, maxReadSeconds });
  try {
    await explained(database.readOwn((transaction) => transaction.unsafe("SELECT 1")));
    return "answers";
  } finally {
    await database.close();
  }
}

import { type SettingsTable, type ValuesOf, WrongValue } from "@emberline/settings";
import type { LiveSecrets } from "@emberline/settings/node";

/** Where an embedded service keeps its features, for the tables of programs. */
export const storeSettings = {
  store: {
    option: "store",
    variable: "EMBERLINE_STORE",
    value: "URL",
    unset: "memory",
    isSecret: true,
    help: "keep the features in this database with PostGIS, such as postgres://user:password@host/name?sslmode=verify-full",
    parse: parseDatabase,
  },
  storeReplica: {
    option: "store-replica",
    variable: "EMBERLINE_STORE_REPLICA",
    value: "URL",
    unset: "the store",
    isSecret: true,
    help: "replica of that database for reads",
    parse: parseDatabase,
  },
} satisfies SettingsTable;

type UrlSetting = typeof storeSettings.store | typeof storeSettings.storeReplica;

/** A database with PostGIS; URLs such as `postgres://user:password@host/name`. */
export interface StoreUrls {
  readonly url: string | (() => string);
  readonly replicaUrl: string | (() => string) | undefined;
}

/**
 * The database that the operator wants; null for memory.
 *
 * @param secrets where URLs in files may change
 * @throws {Error} for a lone replica
 */
export function storeOf(
  { store, storeReplica }: ValuesOf<typeof storeSettings>,
  secrets?: LiveSecrets,
): StoreUrls | null {
  const urlOf = (setting: UrlSetting, given: string) => {
    const now = secrets?.valueOf(setting);
    // An option is instead of the variable and its file.
    return typeof now === "function" && now() === given ? now : given;
  };
  if (store !== undefined) {
    const replicaUrl = storeReplica && urlOf(storeSettings.storeReplica, storeReplica);
    return { url: urlOf(storeSettings.store, store), replicaUrl };
  }
  if (storeReplica === undefined) return null;
  throw new Error("--store-replica is set and --store is not: set both or only --store.");
}

function parseDatabase(given: string): string {
  const isDatabase = URL.canParse(given) && /^postgres(ql)?:$/.test(new URL(given).protocol);
  if (isDatabase && new URL(given).hostname !== "" && isDecodable(given)) return given;
  throw new WrongValue(
    "give a URL such as postgres://user:password@db.example/fires, with a % in the password as %25",
  );
}

/** Whether each `%` begins an escape. */
function isDecodable(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

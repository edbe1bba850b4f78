import { type Invocation, readSettings } from "@emberline/settings/node";
import { Database } from "../postgis/database.ts";
import { latest, migrate } from "../postgis/migrate.ts";
import { storeOf } from "../settings/store-settings.ts";
import { collectionIds, tableOf } from "../values/collections.ts";
import { migrateSettings, migrateUsage } from "./settings.ts";
import { print } from "./terminal.ts";

/** `emberline-service migrate`: tables of an older version become those of this program. */
export async function migrateCommand(invocation: Invocation): Promise<void> {
  const { values, positionals } = readSettings(migrateSettings, invocation);
  const store = storeOf({ ...values, storeReplica: undefined });
  if (!store || positionals.length > 0)
    throw new Error(`Give --store URL or EMBERLINE_STORE alone: ${migrateUsage}`);
  const database = await Database.open({ ...store, maxReadSeconds: 60 });
  try {
    const before = await migrate(database, collectionIds.map(tableOf), { upgrade: true });
    print(`The tables are of version ${latest}; they were of version ${before}.`);
  } finally {
    await database.close();
  }
}

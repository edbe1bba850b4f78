import type { Redis } from "ioredis";
import { createStorage, type Storage } from "unstorage";
import redisDriver from "unstorage/drivers/redis";
import { Outage } from "./outage.ts";

/** A command that takes longer counts as failed, since a call waits for it. */
const commandTimeoutMs = 1000;
const connectTimeoutMs = 3000;
const longestPauseMs = 2000;
const probeMs = 2000;

export interface RedisState {
  readonly client: Redis;
  /** Keys of this deployment start with it. */
  readonly prefix: string;
  readonly storage: Storage;
  readonly outage: Outage;
  close(): void;
}

interface Credentials {
  username?: string;
  password?: string;
}

interface RedisOptions {
  /** Or a function, asked for each connection, where the user or the password may change. */
  readonly url: string | (() => string);
  readonly prefix: string;
  readonly log: (text: string) => void;
}

/**
 * Connects to Redis or Valkey, and again after every failure; commands fail at once while there is
 * no connection. Resolves when the first attempt has succeeded or failed.
 */
export async function connectRedis({ url, prefix, log }: RedisOptions): Promise<RedisState> {
  const outage = new Outage(log);
  const urlNow = () => (typeof url === "string" ? url : url());
  const driver = redisDriver({
    url: urlNow(),
    base: prefix,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A method of the options, also of those of the connection that listens.
    retryStrategy(this: Credentials, times) {
      const { username, password } = new URL(urlNow());
      this.username = decodeURIComponent(username);
      this.password = decodeURIComponent(password);
      return Math.min(times * 100, longestPauseMs);
    },
  });
  const client = driver.getInstance!() as Redis;
  const onClose = () => outage.began({ code: "closed" });
  client.on("error", (error) => outage.began(error));
  client.on("close", onClose);
  client.on("ready", () => outage.ended());
  // Without it an outage would begin only with the next value, and calls would wait for its end.
  const probe = setInterval(() => {
    const run = () => client.set(`${prefix}:probe`, "", "PX", probeMs);
    void outage.attempt<unknown>({ run, substitute: async () => {}, isProbe: true });
  }, probeMs).unref();
  await new Promise<void>((resolve) => {
    client.once("ready", resolve);
    client.once("close", resolve);
  });
  return {
    client,
    prefix,
    outage,
    storage: createStorage({ driver }),
    close() {
      clearInterval(probe);
      client.off("close", onClose);
      client.disconnect();
    },
  };
}

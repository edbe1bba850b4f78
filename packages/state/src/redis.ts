import { type SettingsTable, WrongValue } from "@emberline/settings";
import type { Redis } from "ioredis";
import { createStorage, type Storage } from "unstorage";
import redisDriver from "unstorage/drivers/redis";
import { Outage } from "./outage.ts";

/** A command that takes longer counts as failed, since a call waits for it. */
const commandTimeoutMs = 1000;
const connectTimeoutMs = 3000;
const longestPauseMs = 2000;

export interface RedisState {
  readonly client: Redis;
  /** Keys of this deployment start with it. */
  readonly prefix: string;
  readonly storage: Storage;
  readonly outage: Outage;
  close(): void;
}

interface RedisOptions {
  readonly url: string;
  readonly prefix: string;
  readonly log: (text: string) => void;
}

/**
 * Connects to Redis or Valkey, and again after every failure; commands fail at once while there is
 * no connection. Resolves when the first attempt has succeeded or failed.
 */
export async function connectRedis({ url, prefix, log }: RedisOptions): Promise<RedisState> {
  const outage = new Outage(log);
  const driver = redisDriver({
    url,
    base: prefix,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, longestPauseMs),
  });
  const client = driver.getInstance!() as Redis;
  const onClose = () => outage.began({ code: "closed" });
  client.on("error", (error) => outage.began(error));
  client.on("close", onClose);
  client.on("ready", () => outage.ended());
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
      client.off("close", onClose);
      client.disconnect();
    },
  };
}

/** Where replicas share what they remember. */
export const redisSettings = {
  redisUrl: {
    variable: "EMBERLINE_REDIS_URL",
    value: "URL",
    isSecret: true,
    unset: "memory of this process",
    help: "Redis or Valkey that replicas of this program share for what it remembers between calls; rediss:// for TLS",
    parse: parseRedisUrl,
  },
  redisPrefix: {
    variable: "EMBERLINE_REDIS_PREFIX",
    value: "TEXT",
    default: "emberline",
    help: "what keys in Redis start with: one for each deployment",
    parse: parseRedisPrefix,
  },
} satisfies SettingsTable;

/** The URL of a Redis or Valkey server; its password never appears in a message. */
function parseRedisUrl(given: string): string {
  if (/^rediss?:\/\/[^/]/i.test(given) && URL.canParse(given)) {
    const { hostname, pathname } = new URL(given);
    if (hostname !== "" && /^(\/\d*)?$/.test(pathname)) return given;
  }
  throw new WrongValue(
    "give a URL such as redis://:PASSWORD@redis.example:6379/0, or rediss:// for TLS",
  );
}

/** What keys start with. */
function parseRedisPrefix(given: string): string {
  if (/^[\w.-]{1,64}$/.test(given)) return given;
  throw new WrongValue("give up to 64 letters, digits, dots, hyphens and underscores");
}

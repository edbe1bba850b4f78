import { type SettingsTable, WrongValue } from "@emberline/settings";

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

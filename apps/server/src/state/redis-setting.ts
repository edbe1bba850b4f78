import { WrongValue } from "@emberline/settings";

/** The URL of a Redis or Valkey server; its password never appears in a message. */
export function parseRedisUrl(given: string): string {
  if (/^rediss?:\/\/[^/]/i.test(given) && URL.canParse(given)) {
    const { hostname, pathname } = new URL(given);
    if (hostname !== "" && /^(\/\d*)?$/.test(pathname)) return given;
  }
  throw new WrongValue(
    "give a URL such as redis://:PASSWORD@redis.example:6379/0, or rediss:// for TLS",
  );
}

/** What keys start with. */
export function parseRedisPrefix(given: string): string {
  if (/^[\w.-]{1,64}$/.test(given)) return given;
  throw new WrongValue("give up to 64 letters, digits, dots, hyphens and underscores");
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { createStorage, type Storage } from "unstorage";
import lruCache from "unstorage/drivers/lru-cache";
import type { RedisState } from "./redis.ts";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** A key for one purpose, derived from a secret (HKDF, RFC 5869). */
export function keyFrom(secret: string | Uint8Array, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Bytes encrypted with AES-256-GCM under a name, as base64. */
export function sealBytes(key: Uint8Array, name: string, bytes: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64");
}

/** Undefined if they were sealed with another key or name, or changed since. */
export function openBytes(key: Uint8Array, name: string, text: string): Buffer | undefined {
  try {
    const bytes = Buffer.from(text, "base64");
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Values encrypted by a key derived from the secret. A value that was written with another secret
 * or under another key, or changed since, counts as absent.
 */
export function sealedValues(values: Values, secret: string, purpose: string): Values {
  const key = keyFrom(secret, purpose);
  return {
    async get(name) {
      const sealed = await values.get(name);
      return sealed === undefined ? undefined : openBytes(key, name, sealed)?.toString();
    },
    set: (name, value, lifeMs) =>
      values.set(name, sealBytes(key, name, Buffer.from(value)), lifeMs),
  };
}

const maxValues = 20_000;
/** In UTF-16 units of keys and values. */
const maxSize = 64_000_000;

/** Texts by key, each until it expires. */
export interface Values {
  /** Undefined if there is none, if it has expired, and if it is broken. */
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, lifeMs: number): Promise<void>;
}

/** Values in the memory of this process: the least recently used are dropped first. */
export function valuesInMemory(): Values {
  const storage = createStorage({ driver: lruCache({ max: maxValues, maxSize }) });
  return {
    get: async (key) => read(await storage.getItem(key)),
    set: (key, value, lifeMs) => write(storage, key, value, lifeMs),
  };
}

/** Values in Redis, and in memory while Redis does not answer or has no room. */
export function valuesInRedis({ storage, outage }: RedisState): Values {
  const own = valuesInMemory();
  return {
    get: (key) =>
      outage.attempt({
        // What was kept here in an outage holds after it too.
        run: async () => read(await storage.getItem(key)) ?? (await own.get(key)),
        substitute: () => own.get(key),
        isRead: true,
      }),
    set: (key, value, lifeMs) =>
      outage.attempt({
        run: () => write(storage, key, value, lifeMs),
        substitute: () => own.set(key, value, lifeMs),
      }),
  };
}

/** Redis did not answer or had no room, and nothing stands in for it. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  constructor() {
    super("Redis does not answer.");
  }
}

/**
 * Values that are in Redis or nowhere.
 * @throws {UnreachableError} from both methods when Redis does not answer, and when it is full
 */
export function valuesOnlyInRedis({ storage, outage }: RedisState): Values {
  const substitute = () => Promise.reject(new UnreachableError());
  return {
    get: (key) =>
      outage.attempt({
        run: async () => read(await storage.getItem(key)),
        substitute,
        isRead: true,
      }),
    set: (key, value, lifeMs) =>
      outage.attempt({ run: () => write(storage, key, value, lifeMs), substitute }),
  };
}

/** Drivers in memory ignore `ttl`, so each value carries its own time. */
async function write(storage: Storage, key: string, value: string, lifeMs: number) {
  const expiresAtMs = Date.now() + lifeMs;
  await storage.setItem(key, { expiresAtMs, value }, { ttl: Math.ceil(lifeMs / 1000) });
}

function read(kept: unknown): string | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { expiresAtMs, value } = kept as { expiresAtMs?: unknown; value?: unknown };
  const isFresh = typeof expiresAtMs === "number" && expiresAtMs > Date.now();
  return isFresh && typeof value === "string" ? value : undefined;
}

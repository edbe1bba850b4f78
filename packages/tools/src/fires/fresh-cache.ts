import type { Client } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { type CacheName, countLookup } from "../call/metrics.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";

interface Entry {
  readonly value: unknown;
  readonly newest: string | null;
  readonly at: number;
  readonly bytes: number;
}

/** Bytes cached per client; the least recently used entries are dropped first. */
const maxBytes = 48_000_000;
/** How long an entry is valid if nothing shows whether the data has changed. */
const freshMs = 60_000;

const caches = new WeakMap<Client, Map<string, Entry>>();

/** Caches results from a collection as long as its newest observation stays the same. */
export class FreshCache<Value> {
  readonly #kind: CacheName;
  readonly #bytesOf: (value: Value) => number;

  constructor(kind: CacheName, bytesOf: (value: Value) => number) {
    this.#kind = kind;
    this.#bytesOf = bytesOf;
  }

  get(key: string, info: CollectionInfo, context: ToolContext): Value | undefined {
    const value = this.#find(key, info, context);
    countLookup(this.#kind, value !== undefined);
    return value;
  }

  #find(key: string, info: CollectionInfo, { client, now }: ToolContext): Value | undefined {
    const entries = caches.get(client);
    const name = this.#nameOf(key, info);
    const entry = entries?.get(name);
    if (!entries || !entry) return undefined;
    entries.delete(name);
    const newest = newestOf(info);
    const age = now() - entry.at;
    if (entry.newest !== newest || (newest === null && (age < 0 || age >= freshMs)))
      return undefined;
    entries.set(name, entry);
    return entry.value as Value;
  }

  set(key: string, value: Value, info: CollectionInfo, { client, now }: ToolContext): void {
    const bytes = this.#bytesOf(value) + key.length * 2;
    if (bytes > maxBytes) return;
    const entries = caches.get(client) ?? new Map<string, Entry>();
    caches.set(client, entries);
    const name = this.#nameOf(key, info);
    entries.delete(name);
    entries.set(name, { value, newest: newestOf(info), at: now(), bytes });
    let held = [...entries.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, entry] of entries) {
      if (held <= maxBytes) break;
      held -= entry.bytes;
      entries.delete(oldest);
    }
  }

  #nameOf(key: string, { id }: CollectionInfo): string {
    return `${this.#kind}|${id}|${key}`;
  }
}

function newestOf({ interval }: CollectionInfo): string | null {
  return interval?.[1] ?? null;
}

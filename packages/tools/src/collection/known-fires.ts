import type { Client, Feature } from "@emberline/core";
import { type Box, bboxOf, narrowestBox } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { type CacheName, countLookup } from "../call/observe-call.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { type CollectionInfo, rolesOf } from "./collection-info.ts";
import { nameKey } from "./fire-name.ts";
import { FireTime } from "./fire-time.ts";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "./layers.ts";

/** A fire as its perimeters show it. */
export interface KnownFire {
  readonly key: string;
  /** The value of the fire's property; null if only a name identifies it. */
  readonly id: string | number | null;
  /** All names it ever had, cleaned; the newest perimeter's first. */
  names: string[];
  state: string | null;
  /** Times of its first and last perimeters; null if none has a time. */
  firstMs: number | null;
  lastMs: number | null;
  readonly time: FireTime;
  /** Of all its perimeters. */
  bbox: Box | null;
  /** The newest perimeter that has a location. */
  newest: (SnapshotOrder & { readonly featureId: string }) | null;
  snapshots: number;
}

/** Maximum names kept of one fire. */
const maxNames = 8;
/** Bytes of an entry in addition to its texts. */
const bytesPerFire = 400;

/** The identity of a feature's fire; null if it names none. */
export function fireKeyOf(feature: Feature, info: CollectionInfo): string | null {
  const { properties } = feature;
  const roles = rolesOf(properties, info);
  const id = ownProperty(properties, roles.fire);
  if (typeof id === "string" || typeof id === "number") return `=${id}`;
  const [name] = namesIn(feature, info);
  if (name === undefined) return null;
  // Names recur: in another state, in another year.
  const timeMs = timeMsOf(properties, roles);
  const year = timeMs === null ? "" : new Date(timeMs).getUTCFullYear();
  return `~${nameKey(name)}|${String(ownProperty(properties, roles.state) ?? "")}|${year}`;
}

/** All names in a feature, over all name properties. */
function namesIn({ properties }: Feature, info: CollectionInfo): string[] {
  const { fire_name: names = [] } = rolesOf(properties, info);
  return names.flatMap((name) => {
    const value = ownProperty(properties, name);
    return typeof value === "string" && value.trim() !== "" ? [cleanText(value, 60)] : [];
  });
}

/** The fires of a perimeters collection, without any geometry. */
export class KnownFires {
  readonly #fires = new Map<string, KnownFire>();
  readonly #info: CollectionInfo;
  #bytes = 0;

  constructor(info: CollectionInfo) {
    this.#info = info;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): KnownFire | undefined {
    return this.#fires.get(key);
  }

  all(): IterableIterator<KnownFire> {
    return this.#fires.values();
  }

  add(feature: Feature): void {
    const key = fireKeyOf(feature, this.#info);
    if (key === null) return;
    const known = this.#fires.get(key) ?? this.#begin(key, feature);
    const { properties, geometry } = feature;
    const roles = rolesOf(properties, this.#info);
    const timeMs = timeMsOf(properties, roles);
    known.snapshots++;
    known.time.add(properties, roles);
    if (timeMs !== null) {
      known.firstMs = Math.min(known.firstMs ?? timeMs, timeMs);
      known.lastMs = Math.max(known.lastMs ?? timeMs, timeMs);
    }
    const order = snapshotOrder(feature, this.#info);
    const isNewest = known.newest === null || compareSnapshots(order, known.newest) > 0;
    const names = namesIn(feature, this.#info);
    const all = isNewest ? [...names, ...known.names] : [...known.names, ...names];
    known.names = [...new Set(all)].slice(0, maxNames);
    const state = ownProperty(properties, roles.state);
    if (typeof state === "string" && (isNewest || known.state === null))
      known.state = cleanText(state, 40);
    const bbox = geometry && bboxOf(geometry);
    if (!bbox) return;
    known.bbox = known.bbox ? joinBoxes(known.bbox, bbox) : bbox;
    // No URL can have half a character.
    if (isNewest && feature.id !== undefined && String(feature.id).isWellFormed())
      known.newest = { ...order, featureId: String(feature.id) };
  }

  #begin(key: string, { properties }: Feature): KnownFire {
    const id = ownProperty(properties, rolesOf(properties, this.#info).fire);
    const fire: KnownFire = {
      key,
      id: typeof id === "string" || typeof id === "number" ? id : null,
      names: [],
      state: null,
      firstMs: null,
      lastMs: null,
      time: new FireTime(),
      bbox: null,
      newest: null,
      snapshots: 0,
    };
    this.#fires.set(key, fire);
    this.#bytes += bytesPerFire + key.length * 4;
    return fire;
  }
}

function joinBoxes(a: Box, b: Box): Box {
  return narrowestBox(
    [a, b].flatMap(([west, south, east, north]) => [
      [west, south],
      [east, north],
    ]),
  )!;
}

/** Its id as people and models can read and repeat it; null without one. */
export function idTextOf({ id }: KnownFire): string | null {
  return id !== null && cleanText(String(id), 100) === String(id) ? String(id) : null;
}

/** The year of a fire: from its incident number, else from its first perimeter. */
export function yearOf({ id, firstMs }: KnownFire): number | null {
  const first = firstMs === null ? null : new Date(firstMs).getUTCFullYear();
  // The national identifier of incidents in the USA begins with the year of discovery.
  const ofId = /^((?:19|20)\d\d)-[A-Z]{2}/.exec(String(id ?? ""))?.[1];
  return ofId === undefined ? first : Number(ofId);
}

export function latestFirst(fires: readonly KnownFire[]): KnownFire[] {
  return [...fires].sort((a, b) => (b.lastMs ?? 0) - (a.lastMs ?? 0));
}

interface Entry {
  readonly value: unknown;
  readonly state: string | null;
  readonly at: number;
  readonly bytes: number;
}

/** Bytes cached per client; the least recently used entries are dropped first. */
const maxBytes = 48_000_000;
/** How long an entry is valid if nothing shows whether the data has changed. */
const freshMs = 60_000;

const caches = new WeakMap<Client, Map<string, Entry>>();

/** Caches results from a collection until it has a newer observation, or its feeds were read. */
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
    const state = stateOf(info);
    const age = now() - entry.at;
    if (entry.state !== state || (state === null && (age < 0 || age >= freshMs))) return undefined;
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
    entries.set(name, { value, state: stateOf(info), at: now(), bytes });
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

/** A reading may change a stored mapping, and bring no newer one. */
function stateOf({ interval, feeds = [] }: CollectionInfo): string | null {
  const newest = interval?.[1] ?? null;
  return newest && [newest, ...feeds.map(({ read_at }) => read_at)].join();
}

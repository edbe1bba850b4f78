import { createHash } from "node:crypto";
import type { WatchDefinition, WatchRule } from "./definition.ts";

/** A feature as `watch_area` lists it: texts are the data's. */
type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Partial<Record<string, readonly Row[]>>>;

/** What happened, for a message: a kind and facts. */
export interface WatchEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** New detections of one rule, gathered. */
export interface Detections extends WatchEvent {
  readonly type: "new_detections";
  readonly rule: number;
  readonly count: number;
  readonly first_time: unknown;
  readonly last_time: unknown;
  /** The strongest, or the first where nothing is measured. */
  readonly detections: readonly Row[];
}

/** What a watch has seen, small enough to be kept. */
export interface Seen {
  /** Short hashes of ids, one after the other, by the last day on which they were there. */
  readonly detections: Readonly<Record<string, string>>;
  /** Keys of fires, and fires that have come near, by that day. */
  readonly fires: Readonly<Record<string, number>>;
  readonly near: Readonly<Record<string, number>>;
  /** Level and status of zones. */
  readonly zones: Readonly<Record<string, readonly [level: unknown, status: unknown]>>;
}

export const nothingSeen: Seen = { detections: {}, fires: {}, near: {}, zones: {} };

const hashLength = 8;
const hashOf = (id: unknown) =>
  createHash("sha256").update(String(id)).digest("base64url").slice(0, hashLength);

/** The service's window is 7 days. */
const detectionDays = 9;
const fireDays = 400;
const maxDetections = 5;
const maxZones = 20_000;

interface Found {
  readonly events: readonly WatchEvent[];
  /** Of each rule, by its number: they count until they are more than it says. */
  readonly detections: readonly Detections[];
  readonly seen: Seen;
}

/**
 * What the rows have that was not seen before.
 *
 * @param day days since 1970
 * @param absorbed layers of which everything new is only noted
 */
export function newsIn(
  rows: Rows,
  { when }: Pick<WatchDefinition, "when">,
  seen: Seen,
  day: number,
  absorbed: ReadonlySet<string>,
): Found {
  const fires = firesIn(rows);
  const detections = detectionNews(rows.hotspots, when, seen, day);
  const known = newFires(fires, when, seen.fires, day, absorbed);
  const near = nearFires(fires, when, seen.near, day, absorbed);
  const zones = zoneNews(rows.evacuationZones, when, seen.zones, absorbed);
  return {
    events: [...known.events, ...near.events, ...zones.events],
    detections: absorbed.has("hotspots") ? [] : detections.found,
    seen: {
      detections: detections.seen,
      fires: known.seen,
      near: near.seen,
      zones: zones.seen,
    },
  };
}

function detectionNews(
  rows: readonly Row[] | undefined,
  when: readonly WatchRule[],
  { detections: buckets }: Seen,
  day: number,
) {
  if (!rows) return { found: [], seen: buckets };
  const known = new Set(Object.values(buckets).flatMap(hashesIn));
  const here = new Map(rows.map((row) => [hashOf(row.id), row]));
  const fresh = [...here].filter(([hash]) => !known.has(hash)).map(([, row]) => row);
  const kept = Object.entries(buckets).flatMap(([of, text]) => {
    if (Number(of) <= day - detectionDays) return [];
    const gone = hashesIn(text).filter((hash) => !here.has(hash));
    return gone.length === 0 ? [] : [[of, gone.join("")] as const];
  });
  // What is not there today may come back.
  const today = [...here.keys(), ...hashesIn(Object.fromEntries(kept)[day] ?? "")].join("");
  const found = when.flatMap(({ new_detections: asked }, rule) => {
    if (!asked) return [];
    const { min_frp_mw: least = Number.NEGATIVE_INFINITY } = asked;
    const strong = fresh.filter((row) => strengthOf(row) >= least);
    return strong.length === 0 ? [] : [detectionsOf(rule, strong)];
  });
  return { found, seen: { ...Object.fromEntries(kept), [day]: today } };
}

function strengthOf({ frp_mw: frp }: Row): number {
  return typeof frp === "number" ? frp : Number.NEGATIVE_INFINITY;
}

function detectionsOf(rule: number, rows: readonly Row[]): Detections {
  const times = rows.map(({ time }) => String(time)).sort();
  return {
    type: "new_detections",
    rule,
    count: rows.length,
    first_time: times[0],
    last_time: times.at(-1),
    detections: strongest(rows),
  };
}

function strongest(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => (strengthOf(b) > strengthOf(a) ? 1 : -1)).slice(0, maxDetections);
}

/** Detections of one rule from two looks. */
export function joined(a: Detections | undefined, b: Detections): Detections {
  if (!a) return b;
  const times = [a.first_time, a.last_time, b.first_time, b.last_time].map(String).sort();
  return {
    ...b,
    count: a.count + b.count,
    first_time: times[0],
    last_time: times.at(-1),
    detections: strongest([...a.detections, ...b.detections]),
  };
}

function hashesIn(text: string): string[] {
  return text.match(new RegExp(`.{${hashLength}}`, "g")) ?? [];
}

interface Fire {
  readonly layer: string;
  readonly keys: readonly string[];
  readonly row: Row;
}

/** The newest row of each fire of a layer, incidents first. */
function firesIn(rows: Rows): Fire[] {
  const fires = new Map<string, Fire>();
  for (const layer of ["incidents", "perimeters"]) {
    for (const row of rows[layer] ?? []) {
      const given = Array.isArray(row.keys) ? row.keys : [];
      const keys = (given.length > 0 ? given : [row.id]).map((key) => String(key).slice(0, 100));
      const name = JSON.stringify([layer, keys[0]]);
      const known = fires.get(name)?.row.time ?? "";
      if (String(row.time ?? "") >= String(known)) fires.set(name, { layer, keys, row });
    }
  }
  return [...fires.values()];
}

function newFires(
  fires: readonly Fire[],
  when: readonly WatchRule[],
  before: Seen["fires"],
  day: number,
  absorbed: ReadonlySet<string>,
) {
  const rule = when.findIndex(({ new_fire: asked }) => asked);
  if (rule < 0) return { events: [], seen: before };
  const seen = recent(before, day);
  const events: WatchEvent[] = [];
  for (const { layer, keys, row } of fires) {
    if (row.is_outside) continue;
    const isKnown = keys.some((key) => Object.hasOwn(seen, key));
    for (const key of keys) seen[key] = day;
    const isAsked = !row.is_prescribed || when[rule]!.new_fire!.prescribed;
    if (!isKnown && isAsked && !absorbed.has(layer))
      events.push({ type: "new_fire", rule, layer, fire: factsOf(row) });
  }
  return { events, seen };
}

function nearFires(
  fires: readonly Fire[],
  when: readonly WatchRule[],
  before: Seen["near"],
  day: number,
  absorbed: ReadonlySet<string>,
) {
  const seen = recent(before, day);
  const events: WatchEvent[] = [];
  when.forEach(({ outline_nearer_km: km }, rule) => {
    if (km === undefined) return;
    for (const { layer, keys, row } of fires) {
      if (layer !== "perimeters" || typeof row.distance_km !== "number") continue;
      const key = JSON.stringify([rule, keys[0], row.asset]);
      if (row.distance_km > km) {
        // When it comes near again, that is news.
        delete seen[key];
        continue;
      }
      if (!Object.hasOwn(seen, key) && !absorbed.has(layer))
        events.push({ type: "outline_nearer", rule, nearer_than_km: km, fire: factsOf(row) });
      seen[key] = day;
    }
  });
  return { events, seen };
}

function zoneNews(
  rows: readonly Row[] | undefined,
  when: readonly WatchRule[],
  before: Seen["zones"],
  absorbed: ReadonlySet<string>,
) {
  const rule = when.findIndex(({ zone_changes: asked }) => asked);
  if (rule < 0 || !rows) return { events: [], seen: before };
  const seen: Record<string, readonly [unknown, unknown]> = {};
  const events: WatchEvent[] = [];
  const tell = (change: string, zone: object) => {
    if (!absorbed.has("evacuationZones")) events.push({ type: "zone_changed", rule, change, zone });
  };
  for (const row of rows.slice(0, maxZones)) {
    const key = JSON.stringify([row.source, row.zone_id ?? row.id]);
    const known = Object.hasOwn(before, key) ? before[key] : undefined;
    const status = row.listed_until ? "left the list" : (row.status ?? null);
    const now = [row.level ?? null, status] as const;
    seen[key] = now;
    const zone = {
      ...factsOf(row),
      ...(known && { level_before: known[0], status_before: known[1] }),
    };
    if (!known) tell("added", zone);
    else if (row.listed_until && known[1] !== now[1]) tell("left_list", zone);
    else if (folded(known) !== folded(now)) tell("changed", zone);
  }
  for (const [key, [level, status]] of Object.entries(before)) {
    if (Object.hasOwn(seen, key)) continue;
    const [source, id] = JSON.parse(key);
    tell("left_list", { zone_id: id, source, level_before: level, status_before: status });
  }
  return { events, seen };
}

/** Sources write the same status in other letters. */
function folded(status: readonly unknown[]): string {
  return JSON.stringify(status).toLowerCase();
}

function factsOf({ keys: _, is_outside: __, ...facts }: Row): Row {
  return facts;
}

function recent(before: Readonly<Record<string, number>>, day: number): Record<string, number> {
  return Object.fromEntries(Object.entries(before).filter(([, last]) => last > day - fireDays));
}

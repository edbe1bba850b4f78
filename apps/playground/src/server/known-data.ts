import type { LonLat } from "@emberline/geo";
import { isObject, type JsonObject } from "../common/json.ts";
import { type Api, ApiError } from "./api.ts";

export interface Collection {
  readonly id: string;
  /** Empty if the server lists none. */
  readonly title: string;
}

/** A property of a collection, as `describe_collection` describes it. */
export interface Property {
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: string | null;
  readonly role: string | null;
  /** Some or all of its values. */
  readonly values: readonly (string | number)[];
  readonly min: number | null;
  readonly max: number | null;
}

/** How many features a collection has on each day (UTC) that has some, in order. */
interface DayCount {
  /** `2026-07-20`. */
  readonly day: string;
  readonly count: number;
}

export interface Days {
  readonly counts: readonly DayCount[];
  /** Time of the newest feature, RFC 3339; null if unknown. */
  readonly newest: string | null;
}

interface NamedPosition {
  readonly label: string;
  readonly position: LonLat;
}

export type NameKind = "place" | "area" | "fire";

/** Of one question: each may take the service many seconds. */
const maxAnswers = 20;

/** Facts about the server's data, asked once each; null when the server cannot tell. */
export class KnownData {
  readonly #api: Api;
  readonly #loads = new Map<string, Promise<unknown>>();

  constructor(api: Api) {
    this.#api = api;
  }

  collections(): Promise<readonly Collection[] | null> {
    return this.#once("collections", async () => {
      const { value } = await this.#api.call("list_collections", {});
      return objectsIn(value.collections).map(({ id, title }) => ({
        id: String(id),
        title: typeof title === "string" ? title : "",
      }));
    });
  }

  properties(collection: string): Promise<readonly Property[] | null> {
    return this.#once(`properties ${collection}`, async () => {
      const args = { collection, max_tokens: 10_000 };
      const { value } = await this.#api.call("describe_collection", args);
      return objectsIn(value.properties).map(toProperty);
    });
  }

  days(collection: string): Promise<Days | null> {
    return this.#once(`days ${collection}`, async () => {
      // The newest days, if the answer cannot hold all of them.
      const args = {
        collection,
        group_by: ["day"],
        latest_per_fire: false,
        sort: "-day",
        limit: 1000,
        max_tokens: 10_000,
      };
      const perDay = new Map<string, number>();
      let newest = "";
      let rest: JsonObject | null = {};
      // An answer that ran out of time leaves the unread rest to its cursor.
      for (let answers = 0; rest !== null && answers < maxAnswers; answers++) {
        const { value } = await this.#api.call("summarize_features", { ...args, ...rest });
        for (const { day, count } of recordsOf(value)) {
          if (!/^\d{4}-\d\d-\d\d$/.test(String(day))) continue;
          perDay.set(String(day), (perDay.get(String(day)) ?? 0) + Number(count));
        }
        if (typeof value.newest === "string") newest = value.newest;
        const { next_cursor: cursor } = value;
        rest = typeof cursor === "string" ? { cursor } : null;
      }
      const counts = [...perDay]
        .map(([day, count]) => ({ day, count }))
        .sort((a, b) => (a.day < b.day ? -1 : 1));
      return { counts, newest: Number.isNaN(Date.parse(newest)) ? null : newest };
    });
  }

  /** Where the places of a name are, as `find_place` ranks them; empty if none has it. */
  positions(name: string): Promise<readonly NamedPosition[] | null> {
    return this.#once(`positions ${name}`, async () => {
      const { value } = await this.#api.call("find_place", { name });
      return recordsOf(value)
        .filter(({ match }) => match !== "similar")
        .map(({ name, region, country, lon, lat }) => ({
          label: [name, region, country].filter(Boolean).join(", "),
          position: [Number(lon), Number(lat)] as const,
        }));
    });
  }

  /** The area (its box, its name) that a call would select; null if there is none. */
  areaOf(where: JsonObject): Promise<JsonObject | null> {
    return this.#once(`area ${JSON.stringify(where)}`, async () => {
      const collections = await this.collections();
      const collection = collections?.find(({ id }) => /hotspot/.test(id)) ?? collections?.[0];
      if (!collection) return null;
      const args = { collection: collection.id, ...where, limit: 1 };
      const { value } = await this.#api.call("query_features", args);
      const selection = isObject(value.selection) ? value.selection : {};
      return isObject(selection.area) ? selection.area : null;
    });
  }

  /** Names that complete a text, as the arguments of tools take them. */
  async names(of: NameKind, text: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const { value } = await this.#api.call("suggest_names", { of, text }, signal);
      return Array.isArray(value.names) ? value.names.map(String) : [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A server may offer no completions; it still finds places by whole names.
      const places = of === "place" ? await this.positions(text) : [];
      return places?.map(({ label }) => label) ?? [];
    }
  }

  /** A failure is not kept, so that the next one who asks tries again. */
  #once<Value>(key: string, load: () => Promise<Value>): Promise<Value | null> {
    const known = this.#loads.get(key) as Promise<Value | null> | undefined;
    if (known) return known;
    const loading = load().catch((error: unknown) => {
      this.#loads.delete(key);
      if (!(error instanceof ApiError)) throw error;
      return null;
    });
    this.#loads.set(key, loading);
    return loading;
  }
}

function toProperty({ name, types, unit, role, values, min, max }: JsonObject): Property {
  return {
    name: String(name),
    types: Array.isArray(types) ? types.map(String) : [],
    unit: typeof unit === "string" ? unit : null,
    role: typeof role === "string" ? role : null,
    values: Array.isArray(values) ? values.filter(isTextOrNumber) : [],
    min: typeof min === "number" ? min : null,
    max: typeof max === "number" ? max : null,
  };
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The rows of an answer's table as objects, with the columns that are constant. */
export function recordsOf({ constants, columns, rows }: JsonObject): JsonObject[] {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  return rows.map((row: unknown) => ({
    ...(isObject(constants) && constants),
    ...Object.fromEntries(
      columns.map((column, i) => [String(column), Array.isArray(row) ? row[i] : undefined]),
    ),
  }));
}

import type { Feature } from "@emberline/core";
import { z } from "zod";
import { Contradictions } from "../geometry/stated-area.ts";
import { dayMs } from "../values/calendar.ts";
import { hasUnreadTime, type Roles, timeMsOf } from "../values/roles.ts";
import { PlaceTally } from "./countries.ts";
import { FallTally } from "./fall-tally.ts";
import { KindTally } from "./kinds.ts";

/** More distinct texts than this are not counted: the property has "many". */
const maxDistinct = 1000;
/** Numbers with at most this many distinct values are codes rather than measurements. */
const maxCodes = 8;
/** Longer texts are prose, whose values are not listed. */
const maxTextLength = 120;

/** A tally of one property's values, in bounded memory. */
export class PropertyTally {
  /** Features with a value. */
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  /** The first of each type, for examples. */
  firstNumber: number | undefined;
  firstText: string | undefined;
  readonly #texts = new Map<string, number>();
  readonly #codes = new Set<number>();
  #hasMany = false;

  /** @param value anything but null and undefined */
  add(value: unknown): void {
    this.count++;
    if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
    else if (typeof value === "boolean") this.#addText(String(value));
  }

  #addNumber(value: number): void {
    if (!Number.isFinite(value)) return;
    this.firstNumber ??= value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (this.#codes.size <= maxCodes) this.#codes.add(value);
  }

  #addText(text: string): void {
    if (text !== "") this.firstText ??= text;
    const known = this.#texts.get(text);
    if (known === undefined && (this.#texts.size >= maxDistinct || text.length > maxTextLength)) {
      this.#hasMany = true;
      return;
    }
    this.#texts.set(text, (known ?? 0) + 1);
  }

  /** Texts, the most frequent first; if there are many, the first ones met. */
  texts(): string[] {
    const texts = [...this.#texts];
    // Beyond the limit, counts do not cover all texts.
    return (this.#hasMany ? texts : texts.sort(([, a], [, b]) => b - a)).map(([text]) => text);
  }

  /** The number of distinct texts; null if there are many. */
  get distinct(): number | null {
    return this.#hasMany ? null : this.#texts.size;
  }

  /** The distinct numbers in ascending order; none if they are measurements. */
  codes(): number[] {
    return this.#codes.size > maxCodes ? [] : [...this.#codes].sort((a, b) => a - b);
  }
}

/** "over 1000", or the number. */
export function distinctText({ distinct }: PropertyTally): string {
  return distinct === null ? `over ${maxDistinct}` : String(distinct);
}

/** About 130 years: more days cannot be observations. */
const maxDays = 50_000;
/** Further properties are ignored. */
const maxProperties = 500;

/** The profile of a collection's features, in bounded memory for any number of them. */
export class Profile {
  features = 0;
  readonly geometries = new Set<string>();
  /** Days with features, counted from 1970-01-01 in UTC. */
  readonly days = new Set<number>();
  /** Features whose time cannot be read, and whose days are therefore not known. */
  unreadTimes = 0;
  readonly properties = new Map<string, PropertyTally>();
  readonly kinds = new KindTally();
  readonly places = new PlaceTally();
  readonly contradictions = new Contradictions();
  readonly falls = new FallTally();

  /** @param roles identify the property of the time */
  add(feature: Feature, roles: Roles): void {
    const { geometry, properties } = feature;
    this.features++;
    if (roles.strength === undefined) this.places.add(feature, roles);
    this.contradictions.add(feature);
    if (roles.strength === undefined) this.falls.add(feature, roles);
    this.geometries.add(geometry?.type ?? "none");
    if (properties === null) return;
    const present: string[] = [];
    for (const name of Object.keys(properties)) {
      const value = properties[name];
      if (value === null || value === undefined) continue;
      const tally = this.#tallyOf(name);
      if (!tally) continue;
      present.push(name);
      tally.add(value);
    }
    this.kinds.add(present, properties);
    const timeMs = timeMsOf(properties, roles);
    if (timeMs === null && hasUnreadTime(properties, roles)) this.unreadTimes++;
    if (timeMs !== null && this.days.size < maxDays) this.days.add(Math.floor(timeMs / dayMs));
  }

  #tallyOf(name: string): PropertyTally | undefined {
    const known = this.properties.get(name);
    if (known || this.properties.size >= maxProperties) return known;
    const fresh = new PropertyTally();
    this.properties.set(name, fresh);
    return fresh;
  }
}

/** A property as an answer describes it. */
export const describedProperty = z.object({
  name: z.string(),
  types: z.array(z.string()),
  role: z.string().optional(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  values: z.array(z.union([z.string(), z.number()])).optional(),
  distinct: z.string().optional(),
  features: z.number().int().optional(),
  sampled: z.boolean().optional(),
});

/** A kind of features as an answer describes it. */
export const describedKind = z.object({
  kind: z.string().optional(),
  meaning: z.string().optional(),
  features: z.number().int().optional(),
  properties: z.array(z.string()).optional(),
});

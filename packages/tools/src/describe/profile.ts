import type { Feature } from "@emberline/core";
import { dayMs } from "../values/calendar.ts";
import { type Roles, timeMsOf } from "../values/roles.ts";
import { KindTally } from "./kinds.ts";
import { PropertyTally } from "./property-tally.ts";

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
  readonly properties = new Map<string, PropertyTally>();
  readonly kinds = new KindTally();

  /** @param roles identify the property of the time */
  add({ geometry, properties }: Feature, roles: Roles): void {
    this.features++;
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

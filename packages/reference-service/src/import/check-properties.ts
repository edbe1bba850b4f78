import type { Properties } from "@emberline/geo";
import { Refusal } from "./report.ts";

/** Every name becomes a column; agencies have about a hundred. */
export const maxNames = 1000;
export const maxNameLength = 1000;
/** Depth of arrays and objects in a property; readers recurse into them. */
const maxDepth = 64;

/** The property names of one collection. */
export class PropertyNames {
  #names = new Set<string>();
  /** Features of a source usually have the same names. */
  #last: readonly string[] = [];

  /** @throws {Refusal} when these would be too many for the collection */
  add(properties: Properties | null): void {
    if (!properties || this.#isSameAsLast(properties)) return;
    const names = Object.keys(properties);
    const fresh = names.filter((name) => !this.#names.has(name));
    const count = this.#names.size + fresh.length;
    if (count > maxNames) {
      throw new Refusal(
        `the collection would have ${count} property names, the maximum is ${maxNames}`,
      );
    }
    for (const name of fresh) this.#names.add(name);
    this.#last = names;
  }

  #isSameAsLast(properties: Properties): boolean {
    let i = 0;
    for (const name in properties) if (this.#last[i++] !== name) return false;
    return i === this.#last.length;
  }
}

/** @throws {Refusal} when a name is too long, a value nests too deep or a number is infinite */
export function checkProperties(properties: Properties): void {
  for (const name in properties) {
    if (name.length > maxNameLength) {
      throw new Refusal(`a property name is longer than ${maxNameLength} characters`);
    }
    const value = properties[name];
    if (typeof value !== "string") checkValue(value, name, maxDepth);
  }
}

function checkValue(value: unknown, name: string, depth: number): void {
  // JSON.parse reads a number that is too large for a double as infinite.
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Refusal(`${name.slice(0, 60)} has a number that is too large for a double`);
  }
  if (typeof value !== "object" || value === null) return;
  if (depth === 0) {
    throw new Refusal(`${name.slice(0, 60)} nests more than ${maxDepth} levels deep`);
  }
  for (const member of Object.values(value)) checkValue(member, name, depth - 1);
}

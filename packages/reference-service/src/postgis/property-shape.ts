import { createHash } from "node:crypto";
import type { Properties } from "@emberline/geo";
import { ValueTypes } from "../store/value-types.ts";

/** The names and kinds of a feature's properties, in their order. */
export interface PropertyShape {
  readonly digest: string;
  /** `[name, kind][]` as JSON. */
  readonly kinds: string;
}

/** A value of each kind, which has the type of all others of its kind. */
const samples = {
  null: null,
  object: {},
  number: 0.5,
  integer: 0,
  boolean: true,
  string: "a text",
  uri: "https://fires.example",
  date: "2025-07-01",
  dateTime: "2025-07-01T00:00:00Z",
} as const;

export type Kind = keyof typeof samples;

/** Adds the values of a kind to the types of a property. */
export function addKind(types: ValueTypes, kind: Kind): void {
  types.add(samples[kind]);
}

function kindOfValue(value: unknown): Kind {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value)) return "null";
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "string": {
      const types = new ValueTypes();
      types.add(value);
      return types.types()[0] as Kind;
    }
    case "object":
      return value === null ? "null" : "object";
  }
  return "null";
}

/** Texts whose kind is remembered. */
const maxTexts = 4096;
/** Names and kinds after each other; one shape has as many as properties. */
const maxSteps = 100_000;

interface Step {
  readonly next: Map<string, Map<Kind, Step>>;
  shape: PropertyShape | undefined;
}

/** Finds the shapes of features, most of which have one that was seen before. */
export class PropertyShapes {
  readonly #texts = new Map<string, Kind>();
  #first: Step = { next: new Map(), shape: undefined };
  #steps = 0;

  of(properties: Properties | null): PropertyShape {
    if (this.#steps > maxSteps) {
      this.#first = { next: new Map(), shape: undefined };
      this.#steps = 0;
    }
    let step = this.#first;
    for (const name in properties) step = this.#after(step, name, this.#kindOf(properties[name]));
    step.shape ??= this.#shapeOf(properties);
    return step.shape;
  }

  #after({ next }: Step, name: string, kind: Kind): Step {
    const kinds = next.get(name) ?? new Map<Kind, Step>();
    next.set(name, kinds);
    const known = kinds.get(kind);
    if (known) return known;
    const step: Step = { next: new Map(), shape: undefined };
    kinds.set(kind, step);
    this.#steps++;
    return step;
  }

  #kindOf(value: unknown): Kind {
    if (typeof value !== "string") return kindOfValue(value);
    const known = this.#texts.get(value);
    if (known) return known;
    const kind = kindOfValue(value);
    if (this.#texts.size < maxTexts) this.#texts.set(value, kind);
    return kind;
  }

  #shapeOf(properties: Properties | null): PropertyShape {
    const named = Object.entries(properties ?? {});
    const kinds = JSON.stringify(named.map(([name, value]) => [name, this.#kindOf(value)]));
    return { kinds, digest: createHash("sha256").update(kinds).digest("base64url") };
  }
}

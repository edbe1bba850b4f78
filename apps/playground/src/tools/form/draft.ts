import { type ReadonlySignal, signal } from "@preact/signals";
import type { JsonObject } from "../../json.ts";

/** Text of a field that cannot be read. */
export interface Mistake {
  readonly text: string;
  /** One sentence: what was wrong, what would be right. */
  readonly sentence: string;
}

/** The arguments that a person is writing for one tool; the form and the JSON show the same. */
export class Draft {
  readonly #args = signal<JsonObject>({});
  readonly #mistakes = signal<Readonly<Record<string, Mistake>>>({});

  get args(): ReadonlySignal<JsonObject> {
    return this.#args;
  }

  /** What cannot be read, by parameter. */
  get mistakes(): ReadonlySignal<Readonly<Record<string, Mistake>>> {
    return this.#mistakes;
  }

  /** Sets arguments; undefined removes one. */
  set(changes: JsonObject): void {
    const merged = { ...this.#args.value, ...changes };
    this.#args.value = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== undefined),
    );
    this.#mistakes.value = without(this.#mistakes.value, Object.keys(changes));
  }

  /** Notes that the text of a field cannot be read; it has no argument until it can. */
  refuse(name: string, mistake: Mistake): void {
    this.set({ [name]: undefined });
    this.#mistakes.value = { ...this.#mistakes.value, [name]: mistake };
  }

  replace(args: JsonObject): void {
    this.#args.value = args;
    this.#mistakes.value = {};
  }
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

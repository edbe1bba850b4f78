import type { Values } from "./rows.ts";

/** The values of a statement: its text has only their places, each with a cast. */
export class StatementValues {
  readonly #all: Values = [];
  readonly #places = new Map<Values[number], number>();

  number(value: number): string {
    return `$${this.#placeOf(value)}::float8`;
  }

  text(value: string): string {
    return `$${this.#placeOf(value)}::text`;
  }

  boolean(value: boolean): string {
    return `$${this.#placeOf(value)}::boolean`;
  }

  integers(values: readonly number[]): string {
    return `$${this.#all.push(`{${values.join()}}`)}::integer[]`;
  }

  /** One for equal values, so that equal conditions have the same text. */
  #placeOf(value: Values[number]): number {
    const place = this.#places.get(value) ?? this.#all.push(value);
    this.#places.set(value, place);
    return place;
  }

  /** A statement with those of the values that it uses, numbered anew. */
  statement(text: string): { text: string; values: Values } {
    const places = new Map<number, number>();
    const values: Values = [];
    const numbered = text.replace(/\$(\d+)::/g, (_, digits: string) => {
      const place = Number(digits);
      if (!places.has(place)) places.set(place, values.push(this.#all[place - 1]!));
      return `$${places.get(place)}::`;
    });
    return { text: numbered, values };
  }
}

/** Whether PostgreSQL can have a text: it has no NUL and no half of a surrogate pair. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\u0000");
}

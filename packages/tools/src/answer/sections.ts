import { z } from "zod";
import { type Rows, withoutConstants } from "./layout.ts";

/**
 * One schema for all tables of an answer: a schema for each would cost more than it tells a model.
 */
export const describedTables = z.record(
  z.string(),
  z.object({
    constants: z.record(z.string(), z.unknown()).optional(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.unknown())),
  }),
);

/** One table of an answer with several tables. */
export type Section = Rows;

/** The tables of an answer, which lose their last rows in turn when it is too long. */
export class Sections<Name extends string> {
  readonly #sections: Readonly<Record<Name, Section>>;
  readonly #names: readonly Name[];
  readonly #order: readonly Name[];

  /** @param first the table whose rows go last */
  constructor(sections: Readonly<Record<Name, Section>>, first: NoInfer<Name>) {
    this.#sections = sections;
    this.#names = Object.keys(sections) as Name[];
    this.#order = rowOrder(sections, this.#names, first);
  }

  /** The number of rows in all tables. */
  get parts(): number {
    return this.#order.length;
  }

  /** How many of the first `kept` rows belong to one table. */
  count(name: Name, kept: number): number {
    return this.#order.slice(0, kept).filter((each) => each === name).length;
  }

  /** The tables with the first `kept` rows; empty ones are absent. */
  tables(kept: number): Partial<Record<Name, Section>> {
    const tables: Partial<Record<Name, Section>> = {};
    for (const name of this.#names) {
      const count = this.count(name, kept);
      const { columns, rows } = this.#sections[name];
      if (count > 0) tables[name] = withoutConstants({ columns, rows: rows.slice(0, count) });
    }
    return tables;
  }

  /** "Rows left out: 2 of days, 1 of towns."; null if all are kept. */
  omittedNotice(kept: number): string | null {
    const left = this.#names
      .map((name) => [name, this.#sections[name].rows.length - this.count(name, kept)] as const)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} of ${name}`);
    return left.length > 0 ? `Rows left out: ${left.join(", ")}.` : null;
  }
}

/** The table of each row: all of the first, then the others' rows in turn. */
function rowOrder<Name extends string>(
  sections: Readonly<Record<Name, Section>>,
  names: readonly Name[],
  first: Name,
): Name[] {
  const others = names.filter((name) => name !== first);
  const longest = others.reduce((most, name) => Math.max(most, sections[name].rows.length), 0);
  const inTurn = Array.from({ length: longest }, (_, i) =>
    others.filter((name) => i < sections[name].rows.length),
  );
  return [...sections[first].rows.map(() => first), ...inTurn.flat()];
}

/** Drops the columns that are null in every row. */
export function withoutEmptyColumns({ columns, rows }: Section): Section {
  const isUsed = columns.map((_, i) => rows.some((row) => row[i] !== null));
  return {
    columns: columns.filter((_, i) => isUsed[i]),
    rows: rows.map((row) => row.filter((_, i) => isUsed[i])),
  };
}

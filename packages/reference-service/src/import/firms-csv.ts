import { FirmsRowError, FirmsTable } from "@emberline/feeds/firms-csv";
import { maxNameLength, maxNames } from "./check-properties.ts";
import { identified, type ParsedFeature } from "./parse-feature.ts";
import { Refusal } from "./report.ts";

/** Reads the rows of one file in FIRMS' download layout, the header first. */
export class FirmsCsv {
  #table: FirmsTable;

  /** @throws {Refusal} when the header lacks what a detection needs */
  constructor(header: string) {
    this.#table = refusing(() => new FirmsTable(header, { maxNames, maxNameLength }), true);
  }

  /**
   * A detection as a feature: the source's columns as properties, and `datetime` in UTC.
   * @throws {Refusal} when the row is broken
   */
  parse(line: string): ParsedFeature {
    const { geometry, properties } = refusing(() => this.#table.row(line));
    return identified(undefined, geometry, properties);
  }
}

/** Turns what is wrong with a row into a refusal of the import. */
function refusing<T>(read: () => T, endsFile = false): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FirmsRowError) throw new Refusal(error.message, { endsFile });
    throw error;
  }
}

import type { CollectionId } from "../collections.ts";

const LISTED = 20;

export interface BrokenLine {
  file: string;
  /** From 1. */
  line: number;
  reason: string;
}

/** What loading a folder found. */
export interface LoadReport {
  /** Files that were read, with what each gave. */
  files: { file: string; into: CollectionId | "simulations"; loaded: number }[];
  /** Features per collection. */
  collections: Record<CollectionId, number>;
  simulations: number;
  /** Features that came more than once and were kept once; the first 20 are listed. */
  duplicates: { total: number; first: { file: string; line: number; id: string }[] };
  /** Lines that were refused; the first 20 are listed. */
  broken: { total: number; first: BrokenLine[] };
  /** Files whose name says nothing to the loader. */
  passedOver: string[];
}

/** A broken line where none is allowed. */
export class ImportError extends Error {
  override name = "ImportError";
  readonly file: string;
  readonly line: number;

  constructor({ file, line, reason }: BrokenLine) {
    super(`${file}:${line}: ${reason}`);
    this.file = file;
    this.line = line;
  }
}

/** Collects the report while files are read. */
export class Reporter {
  readonly report: LoadReport = {
    files: [],
    collections: {
      "svc:satellite-perimeters": 0,
      "svc:static-heat-sources": 0,
      "svc:hotspots": 0,
    },
    simulations: 0,
    duplicates: { total: 0, first: [] },
    broken: { total: 0, first: [] },
    passedOver: [],
  };
  #strict: boolean;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  broken(line: BrokenLine): void {
    if (this.#strict) throw new ImportError(line);
    const { broken } = this.report;
    if (++broken.total <= LISTED) broken.first.push(line);
  }

  duplicate(duplicate: { file: string; line: number; id: string }): void {
    const { duplicates } = this.report;
    if (++duplicates.total <= LISTED) duplicates.first.push(duplicate);
  }
}

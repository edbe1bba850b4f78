import type { CollectionId } from "../collections.ts";

const maxListed = 20;

export interface BrokenLine {
  file: string;
  /** From 1. */
  line: number;
  reason: string;
}

/** A file that was read, and what it gave. */
export interface LoadedFile {
  file: string;
  into: CollectionId | "simulations";
  loaded: number;
  /** Lines or list elements that were refused. */
  refused: number;
  /** False where it could not be read to its end. */
  isWhole: boolean;
}

/** What loading a folder found. */
export interface LoadReport {
  files: LoadedFile[];
  /** Features per collection. */
  collections: Record<CollectionId, number>;
  simulations: number;
  /** Features that came more than once and were kept once; the first 20 are listed. */
  duplicates: { total: number; first: { file: string; line: number; id: string }[] };
  /** Lines that were refused, and files that end too early; the first 20 are listed. */
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
  #refused = 0;
  #isWhole = true;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** A line or list element is refused. */
  broken(line: BrokenLine): void {
    this.#list(line);
    this.#refused++;
  }

  /** The file cannot be read from this line on. */
  cutShort(line: BrokenLine): void {
    this.#list(line);
    this.#isWhole = false;
  }

  /** The file is read; what is broken from now on is the next one's. */
  fileEnds(file: string, into: LoadedFile["into"], loaded: number): void {
    this.report.files.push({
      file,
      into,
      loaded,
      refused: this.#refused,
      isWhole: this.#isWhole,
    });
    this.#refused = 0;
    this.#isWhole = true;
  }

  #list(line: BrokenLine): void {
    if (this.#strict) throw new ImportError(line);
    const { broken } = this.report;
    if (++broken.total <= maxListed) broken.first.push(line);
  }

  duplicate(duplicate: { file: string; line: number; id: string }): void {
    const { duplicates } = this.report;
    if (++duplicates.total <= maxListed) duplicates.first.push(duplicate);
  }
}

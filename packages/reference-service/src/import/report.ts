import type { CollectionId } from "../values/collections.ts";

const maxListed = 20;

export interface BrokenLine {
  file: string;
  /** From 1. */
  line: number;
  reason: string;
}

/** The result of reading one file. */
export interface LoadedFile {
  file: string;
  into: CollectionId | "simulations";
  loaded: number;
  /** Lines or list elements that were refused. */
  refused: number;
  /** Loaded, but with characters lost because the file is not UTF-8. */
  garbled: number;
  /** False if it could not be read to the end. */
  isWhole: boolean;
}

/** The result of loading a folder. */
export interface LoadReport {
  files: LoadedFile[];
  /** Features per collection. */
  collections: Record<CollectionId, number>;
  simulations: number;
  /** Features that occurred more than once, of which one was kept; lists the first 20. */
  duplicates: { total: number; first: { file: string; line: number; id: string }[] };
  /** Refused lines, and files that end too early; lists the first 20. */
  broken: { total: number; first: BrokenLine[] };
  /** Loaded lines with characters that were lost; lists the first 20. */
  garbled: { total: number; first: BrokenLine[] };
  /** Files whose names are not recognized. */
  passedOver: string[];
}

/** A broken line in strict mode. */
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
    garbled: { total: 0, first: [] },
    passedOver: [],
  };
  #strict: boolean;
  #refused = 0;
  #garbled = 0;
  #isWhole = true;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** Reports a refused line or list element. */
  broken(line: BrokenLine): void {
    this.#list(line, this.report.broken);
    this.#refused++;
  }

  /** Reports a loaded line or list element that lost characters. */
  garbled(line: BrokenLine): void {
    this.#list(line, this.report.garbled);
    this.#garbled++;
  }

  /** Reports that the file cannot be read from this line on. */
  cutShort(line: BrokenLine): void {
    this.#list(line, this.report.broken);
    this.#isWhole = false;
  }

  /** Ends the current file: later reports belong to the next one. */
  fileEnds(file: string, into: LoadedFile["into"], loaded: number): void {
    this.report.files.push({
      file,
      into,
      loaded,
      refused: this.#refused,
      garbled: this.#garbled,
      isWhole: this.#isWhole,
    });
    this.#refused = 0;
    this.#garbled = 0;
    this.#isWhole = true;
  }

  #list(line: BrokenLine, list: LoadReport["broken"]): void {
    if (this.#strict) throw new ImportError(line);
    if (++list.total <= maxListed) list.first.push(line);
  }

  duplicate(duplicate: { file: string; line: number; id: string }): void {
    const { duplicates } = this.report;
    if (++duplicates.total <= maxListed) duplicates.first.push(duplicate);
  }
}

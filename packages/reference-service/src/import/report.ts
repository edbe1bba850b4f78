import { logLine } from "@emberline/settings";
import { byCollection, type CollectionId } from "../values/collections.ts";

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
  /** Features that say that they are made up. */
  synthetic: Record<CollectionId, number>;
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
    collections: byCollection(() => 0),
    simulations: 0,
    synthetic: byCollection(() => 0),
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

/**
 * Notices for callers about a collection or the simulations, which contain neither names nor
 * contents of files.
 */
export function loadNotices(files: readonly LoadedFile[], into: LoadedFile["into"]): string[] {
  const own = files.filter((file) => file.into === into);
  const refused = own.reduce((sum, file) => sum + file.refused, 0);
  const cut = own.filter(({ isWhole }) => !isWhole).length;
  const reasons = [
    refused > 0 ? `${refused} of its records ${refused === 1 ? "was" : "were"} rejected` : "",
    cut > 0 ? `${cut} of its files could not be read to the end` : "",
  ].filter(Boolean);
  const what = into === "simulations" ? "Simulations" : "Features";
  const garbled = own.reduce((sum, file) => sum + file.garbled, 0);
  return [
    reasons.length > 0 &&
      `${what} are missing: when the data was loaded, ${reasons.join(" and ")}.`,
    garbled > 0 &&
      `U+FFFD stands for lost characters in ${garbled} of the ${what.toLowerCase()}: their texts were not UTF-8.`,
  ].filter((notice) => notice !== false);
}

/** The report as text lines for people. */
export function reportLines(report: LoadReport): string[] {
  const { files, duplicates, broken, garbled, passedOver } = report;
  const lines = files.map(({ file, into, loaded }) => `${file}: ${loaded} into ${into}`);
  if (passedOver.length > 0) lines.push(`Passed over: ${passedOver.join(", ")}`);
  if (duplicates.total > 0) lines.push(`Duplicates, loaded once: ${duplicates.total}`);
  for (const { file, line, id } of duplicates.first) lines.push(`  ${file}:${line}: ${shown(id)}`);
  if (broken.total > 0) lines.push(`Refused: ${broken.total}`);
  for (const { file, line, reason } of broken.first) lines.push(`  ${file}:${line}: ${reason}`);
  if (garbled.total > 0) lines.push(`Loaded with lost characters: ${garbled.total}`);
  for (const { file, line, reason } of garbled.first) lines.push(`  ${file}:${line}: ${reason}`);
  for (const { total, first } of [duplicates, broken, garbled]) {
    if (total > first.length) lines.push(`  (the first ${first.length} of ${total} are listed)`);
  }
  return lines.map(logLine);
}

/** Why something cannot be imported, as a phrase for the report. */
export class Refusal extends Error {
  override name = "Refusal";
  /** The rest of the file cannot be imported either. */
  readonly endsFile: boolean;

  constructor(reason: string, { endsFile = false }: { endsFile?: boolean } = {}) {
    super(reason);
    this.endsFile = endsFile;
  }
}

const maxShown = 60;

/** Shows a value in such a phrase, cut to its beginning. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string" || value.length <= maxShown) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, maxShown))}…`;
}

import { parseJson } from "@emberline/turns/json";
import { CsvError, parse } from "csv-parse/sync";
import type { FileSource } from "../description/description.ts";
import { isRecord } from "../geojson/read-features.ts";
import { type FeedContent, FeedError, type Validators } from "../values/feed.ts";
import { checkDegrees, markupError, readGeoJson, statusError } from "./answer.ts";
import { readLocal } from "./local-file.ts";
import { urlWith } from "./placeholders.ts";
import { type Asked, maxListBytes, type Rows } from "./rows.ts";

/** The rows of one address: GeoJSON, CSV, or JSON with a list of rows. */
export class FileRows implements Rows {
  isUnchanged = false;
  readonly hasMoved = false;
  validators: Validators | undefined;
  readonly #source: FileSource;
  readonly #asked: Asked;

  constructor(source: FileSource, asked: Asked) {
    this.#source = source;
    this.#asked = asked;
    this.validators = asked.validators;
  }

  async *rows(): AsyncGenerator<unknown, void> {
    const { name, context } = this.#asked;
    const { url, query = {}, format } = this.#source;
    const options = {
      maxBytes: maxListBytes,
      ...(this.validators && { validators: this.validators }),
    };
    const isLocal = url.startsWith("file:");
    const answer = isLocal
      ? await readLocal(name, url, options)
      : await context.request(urlWith(url, query, this.#asked), options);
    this.isUnchanged = answer.kind === "unchanged";
    if (answer.kind === "unchanged") return;
    this.validators = answer.validators;
    if (format === "geojson") {
      const { features, rest } = await readGeoJson(name, answer, context.pause);
      checkDegrees(name, rest);
      yield* features;
      return;
    }
    const text = await this.#textOf(answer);
    yield* format === "csv" ? this.#cells(text) : this.#members(text);
  }

  async #textOf(answer: FeedContent): Promise<string> {
    const pieces: string[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    const text = pieces.join("").replace(/^\uFEFF/, "");
    if (text.trimStart().startsWith("<"))
      throw markupError(this.#asked.name, answer, text.slice(0, 2000));
    if (answer.status !== 200) throw statusError(this.#asked.name, answer);
    return text;
  }

  async *#cells(text: string): AsyncGenerator<unknown, void> {
    const { name, context } = this.#asked;
    const { delimiter = "," } = this.#source;
    let rows: string[][];
    try {
      rows = parse(text, { delimiter, skip_empty_lines: true, relax_column_count: true });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      throw new FeedError("invalid_answer", `${name} answered something that is not CSV`);
    }
    const [header, ...lines] = rows;
    const columns = header?.map((cell) => cell.trim()) ?? [];
    if (columns.length < 2)
      throw new FeedError("invalid_answer", `${name} answered no CSV with columns`);
    for (const cells of lines) {
      await context.pause();
      // A row that was cut is not one of its beginning.
      if (cells.length !== columns.length) yield undefined;
      else yield rowOf(Object.fromEntries(columns.map((column, i) => [column, cells[i]])));
    }
  }

  async *#members(text: string): AsyncGenerator<unknown, void> {
    const { name, context } = this.#asked;
    const { rows: path, total } = this.#source;
    let answer: unknown;
    try {
      answer = await parseJson(text, context.pause);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new FeedError("invalid_answer", `${name} answered something that is not JSON`);
    }
    const rows = isRecord(answer) ? answer[path!] : undefined;
    if (!Array.isArray(rows))
      throw new FeedError("invalid_answer", `${name} answered no list of ${path}`);
    const count = total !== undefined && isRecord(answer) ? answer[total] : undefined;
    if (typeof count === "number" && count > rows.length)
      throw new FeedError(
        "invalid_answer",
        `${name} announced ${count} rows and sent ${rows.length}: ask for a shorter time or a larger page`,
      );
    for (const row of rows) yield isRecord(row) ? rowOf(row) : undefined;
  }
}

function rowOf(properties: Readonly<Record<string, unknown>>): unknown {
  return { type: "Feature", geometry: null, properties };
}

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Refusal } from "./report.ts";

/**
 * All features of a chunk are alive at once, so larger chunks would cost more garbage collection.
 */
const chunkBytes = 1 << 16;

/** Maximum length of a line or feature in UTF-16 units, which also stops gzip bombs. */
const maxPieceLength = 1 << 24;

/** A part of a file: a line, or an element of its array. */
export interface Piece {
  /** Line where it starts, from 1. */
  line: number;
  /** Undefined if the piece is too long. */
  text: string | undefined;
}

/** Collects the text of a piece, up to the maximum length. */
export class PieceText {
  #text = "";
  #isTooLong = false;

  add(part: string): void {
    if (this.#text.length + part.length > maxPieceLength) this.#isTooLong = true;
    this.#text = this.#isTooLong ? "" : this.#text + part;
  }

  /** Returns the text and resets; undefined if it was too long. */
  take(): string | undefined {
    const text = this.#isTooLong ? undefined : this.#text;
    this.#text = "";
    this.#isTooLong = false;
    return text;
  }
}

/**
 * The text of a file: UTF-8 with or without a byte order mark, decompressed if its name ends in
 * `.gz`.
 * @throws {Refusal} when it is not a regular file: a pipe may never end
 */
export async function* openText(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isFile()) throw new Refusal("not a regular file", { endsFile: true });
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const bytes: Readable = path.endsWith(".gz")
    ? pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => {})
    : file;
  let isFirst = true;
  for await (const chunk of bytes.setEncoding("utf8")) {
    yield isFirst && chunk.startsWith("\uFEFF") ? chunk.slice(1) : chunk;
    isFirst = false;
  }
}

/** The lines of a text in batches, without empty lines. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Piece[]> {
  let line = 1;
  const rest = new PieceText();
  for await (const chunk of text) {
    const lines = chunk.split("\n");
    const last = lines.pop()!;
    const pieces: Piece[] = [];
    for (const end of lines) {
      rest.add(end);
      const content = rest.take();
      if (content !== "" && content !== "\r") pieces.push({ line, text: content });
      line++;
    }
    rest.add(last);
    yield pieces;
  }
  const content = rest.take();
  if (content === undefined || content.trim() !== "") yield [{ line, text: content }];
}

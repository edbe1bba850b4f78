import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Features of one chunk live at once, so that larger ones would cost more collection. */
const CHUNK_BYTES = 1 << 16;

/** The longest line or feature that is read, in UTF-16 units; a gzip bomb ends here. */
export const MAX_PIECE_LENGTH = 1 << 25;

/** A part of a file that is read on its own: a line, or a feature of a collection. */
export interface Piece {
  /** Where it starts, from 1. */
  line: number;
  /** Undefined for a piece that is too long to be read. */
  text: string | undefined;
}

/** The text of a file, UTF-8, unpacked when its name ends in `.gz`. */
export function openText(path: string): Readable {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const text = path.endsWith(".gz")
    ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : file;
  return text.setEncoding("utf8");
}

/** The lines of a text, in batches; empty lines are left out. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Piece[]> {
  let line = 1;
  let rest = "";
  let tooLong = false;
  for await (const chunk of text) {
    const lines = chunk.split("\n");
    // A line of many chunks is joined once: splitting what it has so far would cost its square.
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    const pieces: Piece[] = [];
    for (const content of lines) {
      if (tooLong) pieces.push({ line, text: undefined });
      else if (content !== "" && content !== "\r") pieces.push({ line, text: content });
      tooLong = false;
      line++;
    }
    if (tooLong || rest.length > MAX_PIECE_LENGTH) {
      tooLong = true;
      rest = "";
    }
    yield pieces;
  }
  if (tooLong) yield [{ line, text: undefined }];
  else if (rest.trim() !== "") yield [{ line, text: rest }];
}

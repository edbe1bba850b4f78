import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, gunzip as gunzipCallback, gzip as gzipCallback } from "node:zlib";
import { geometryTextParts } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import type { FeedFeature } from "../values/feed.ts";
import type { JournalEntry } from "../values/journal.ts";

const gzip = promisify(gzipCallback);
const gunzip = promisify(gunzipCallback);

/** Some milliseconds of work, and enough for a good compression. */
const maxLines = 4000;
/** Perimeters may be large. */
const maxLength = 1 << 22;
/** Of a text that is expanded at once. */
const maxPiece = 1 << 24;
/** Of a line that is parsed in some milliseconds; most are a thousandth of it. */
const maxLengthAtOnce = 1 << 19;

type Features = Pick<JournalEntry, "put" | "remove">;

/**
 * Appends features to a file of GeoJSON text sequences without record separators: one feature a
 * line, with its time as a member of its own, gzip'ed in members, so that `zcat` reads the file.
 * Features that give way are a line `{"removed": [id, …]}` before.
 *
 * @returns the length of the file
 */
export async function appendLines(
  file: FileHandle,
  bytes: number,
  { put, remove }: Features,
  pause: Pause,
): Promise<number> {
  // What a commit that failed has left.
  await file.truncate(bytes);
  let end = bytes;
  for await (const text of texts({ put, remove }, pause)) {
    const packed = await memberOf(text);
    // A full disk takes a part first.
    for (let at = 0; at < packed.length; )
      at += (await file.write(packed, at, packed.length - at, end + at)).bytesWritten;
    end += packed.length;
  }
  await file.sync();
  return end;
}

/** What is before the deflated text of a member: a head, then a field with the member's length. */
const headBytes = 10;
const fieldBytes = 10;
const flags = 3;
const hasExtraField = 4;
const fieldId = "EM";

/** A gzip member with its length in an extra field (RFC 1952, 2.3.1.1), to be read whole. */
async function memberOf(text: string): Promise<Buffer> {
  const plain: Buffer = await gzip(text, { level: constants.Z_BEST_SPEED });
  plain[flags]! |= hasExtraField;
  const field = Buffer.alloc(fieldBytes);
  field.writeUInt16LE(fieldBytes - 2, 0);
  field.write(fieldId, 2, "latin1");
  field.writeUInt16LE(4, 4);
  field.writeUInt32LE(plain.length + fieldBytes, 6);
  return Buffer.concat([plain.subarray(0, headBytes), field, plain.subarray(headBytes)]);
}

/** The text of the member at a place, which is complete and as it was written. */
async function readMember(file: FileHandle, at: number, end: number) {
  const head = Buffer.alloc(headBytes + fieldBytes);
  await file.read(head, 0, head.length, at);
  const bytes = head.readUInt32LE(headBytes + 6);
  const isWhole = head.toString("latin1", headBytes + 2, headBytes + 4) === fieldId;
  if (!isWhole || bytes <= head.length || at + bytes > end) throw new Error("it is not whole");
  const member = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(member, 0, bytes, at);
  if (bytesRead < bytes) throw new Error("it is shorter than it was");
  // Its last bytes say how long its text is (RFC 1952, 2.3.1): in one piece, on one turn of zlib.
  const length = member.readUInt32LE(bytes - 4) + 1;
  const chunkSize = Math.min(Math.max(length, constants.Z_MIN_CHUNK), maxPiece);
  return { text: await gunzip(member, { chunkSize }), end: at + bytes };
}

async function* texts({ put, remove }: Features, pause: Pause): AsyncGenerator<string, void> {
  let lines = remove.length > 0 ? [JSON.stringify({ removed: remove })] : [];
  let length = 0;
  for (const feature of put) {
    const line = isSmall(feature) ? JSON.stringify(feature) : await textOf(feature, pause);
    lines.push(line);
    length += line.length;
    if (lines.length >= maxLines || length >= maxLength) {
      yield `${lines.join("\n")}\n`;
      [lines, length] = [[], 0];
    }
    const pausing = pause();
    if (pausing) await pausing;
  }
  if (lines.length > 0) yield `${lines.join("\n")}\n`;
}

function isSmall({ geometry }: FeedFeature): boolean {
  return geometry === null || geometry.type === "Point";
}

/** The JSON of a feature that may have very many positions. */
async function textOf({ geometry, ...others }: FeedFeature, pause: Pause): Promise<string> {
  let text = `${JSON.stringify(others).slice(0, -1)},"geometry":`;
  await eachInTurns(geometryTextParts(geometry!), pause, (part) => {
    text += part;
  });
  return `${text}}`;
}

/**
 * The features between two lengths of a file, in the batches in which they were written.
 * @throws {Error} when the file is missing, too short, or not what was written
 */
export async function* readLines(
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
  pause: Pause,
): AsyncGenerator<Features, void> {
  if (from >= to) return;
  const file = await open(path);
  try {
    let ahead = readMember(file, from, to);
    for (let end = from; end < to; ) {
      const member = await ahead;
      end = member.end;
      // The next member is read and expanded on another thread while this one is parsed.
      if (end < to) ahead = readMember(file, end, to);
      ahead.catch(() => undefined);
      yield await parseLines(member.text, pause);
    }
  } finally {
    await file.close();
  }
}

async function parseLines(text: Buffer, pause: Pause): Promise<Features> {
  const put: FeedFeature[] = [];
  const remove: string[] = [];
  for (let at = 0, end: number; at < text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    // Line by line: a text of megabytes costs more than its lines.
    const line = text.toString("utf8", at, end);
    const parsed = line.length > maxLengthAtOnce ? await parseJson(line, pause) : JSON.parse(line);
    const value = parsed as FeedFeature | { readonly removed: readonly string[] };
    if ("removed" in value) for (const id of value.removed) remove.push(id);
    else put.push("time" in value ? value : { ...(value as FeedFeature), time: undefined });
    const pausing = pause();
    if (pausing) await pausing;
  }
  return { put, remove };
}

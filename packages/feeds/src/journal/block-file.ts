import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, deflateRaw, inflateRaw } from "node:zlib";
import { processTurns } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import {
  type Block,
  type BlockHead,
  endOf,
  headBytes,
  magic,
  parseHead,
  printBlock,
} from "./block.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** More than most blocks have: each further piece of a result would wait for a turn. */
const packing = { level: 3, chunkSize: 256 * 1024 };
const unpacking = { chunkSize: 1024 * 1024 };
const searchBytes = 64 * 1024;
/** What reads a block goes on to its end. */
const pause = processTurns.pauseOf(new AbortController().signal);

/** Blocks of a file in order, and the stretches between them that are not blocks. */
export interface FileBlocks {
  readonly blocks: Block[];
  readonly gaps: Gap[];
}

interface Gap {
  readonly at: number;
  readonly bytes: number;
}

/** A block with its content, which is JSON, compressed on another thread. */
export async function packBlock(head: BlockHead, content: string): Promise<Buffer> {
  return printBlock(head, await deflate(content, packing));
}

/** Finds the blocks by their heads; contents are not read. */
export async function findBlocks(file: FileHandle, from: number, to: number): Promise<FileBlocks> {
  const found: FileBlocks = { blocks: [], gaps: [] };
  for (let at = from; at < to; ) {
    const block = await blockAt(file, at, to);
    if (block) {
      found.blocks.push(block);
      at = endOf(block);
      continue;
    }
    const next = await nextBlock(file, at + 1, to);
    found.gaps.push({ at, bytes: next - at });
    at = next;
  }
  return found;
}

/** The payload as it is on disk; undefined if its checksum is wrong. */
export async function readPayload(file: FileHandle, block: Block): Promise<Buffer | undefined> {
  const payload = await readAt(file, block.at + headBytes, block.bytes);
  const isWhole = payload.length === block.bytes && crc32(payload) === block.crc;
  return isWhole ? payload : undefined;
}

/** The content; undefined if the checksum is wrong. */
export async function readContent(file: FileHandle, block: Block): Promise<unknown> {
  const payload = await readPayload(file, block);
  return payload && parseJson((await inflate(payload, unpacking)).toString(), pause);
}

async function blockAt(file: FileHandle, at: number, to: number): Promise<Block | undefined> {
  const block = parseHead(await readAt(file, at, headBytes), at);
  return block && endOf(block) <= to ? block : undefined;
}

/** The offset of the next head, or the end. */
async function nextBlock(file: FileHandle, from: number, to: number): Promise<number> {
  for (let start = from; start < to; start += searchBytes) {
    // Overlaps the next piece, as a head may begin in one and end in the other.
    const piece = await readAt(file, start, searchBytes + magic.length - 1);
    for (let i = piece.indexOf(magic); i >= 0; i = piece.indexOf(magic, i + 1)) {
      if (start + i < to && (await blockAt(file, start + i, to))) return start + i;
    }
  }
  return to;
}

/** Fewer bytes at the end of the file. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    const { bytesRead } = await file.read(bytes, count, length - count, at + count);
    if (bytesRead === 0) break;
    count += bytesRead;
  }
  return bytes.subarray(0, count);
}

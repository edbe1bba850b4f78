import { crc32 } from "node:zlib";
import type { Layer } from "../values/feed.ts";

/**
 * Files of a journal are rows of blocks: 48 bytes of head, little endian, then the payload.
 *
 *      0  "EMJ1"                     32  rows, u32
 *      4  bytes of payload, u32      36  index in its commit, u16
 *      8  sequence, f64              38  kind, u8
 *     16  earliest end, f64          39  layer, u8; + 128 in the last block of a commit
 *     24  latest end, f64            40  CRC-32 of the payload, then of the 44 bytes before
 */
export interface BlockHead {
  readonly kind: BlockKind;
  readonly layer: Layer;
  /** Number of the commit. */
  readonly sequence: number;
  readonly index: number;
  readonly isLast: boolean;
  /** Features, or ids of features that give way. */
  readonly rows: number;
  /** Epoch milliseconds; features without time end never. */
  readonly firstEnd: number;
  readonly lastEnd: number;
}

/**
 * - `start`: the beginning of a log, twice
 * - `entry`: the beginning of a commit: its feed, record, and ids that give way
 * - `features`: features of a commit
 * - `removal`: features that ended before a time are gone
 */
type BlockKind = (typeof kinds)[number];

/** A block in a file. */
export interface Block extends BlockHead {
  readonly at: number;
  readonly bytes: number;
  readonly crc: number;
}

export const headBytes = 48;
export const magic = Buffer.from("EMJ1");
const kinds = ["start", "entry", "features", "removal"] as const;
const layers: readonly Layer[] = ["hotspots", "perimeters", "staticHeatSources"];

export function printBlock(head: BlockHead, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(headBytes + payload.length);
  magic.copy(bytes);
  bytes.writeUInt32LE(payload.length, 4);
  bytes.writeDoubleLE(head.sequence, 8);
  bytes.writeDoubleLE(head.firstEnd, 16);
  bytes.writeDoubleLE(head.lastEnd, 24);
  bytes.writeUInt32LE(head.rows, 32);
  bytes.writeUInt16LE(head.index, 36);
  bytes.writeUInt8(kinds.indexOf(head.kind), 38);
  bytes.writeUInt8(layers.indexOf(head.layer) + (head.isLast ? 128 : 0), 39);
  bytes.writeUInt32LE(crc32(payload), 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 44)), 44);
  payload.copy(bytes, headBytes);
  return bytes;
}

/** The block whose head is at an offset of its file; undefined if the bytes are not a head. */
export function parseHead(bytes: Buffer, at: number): Block | undefined {
  if (bytes.length < headBytes || !bytes.subarray(0, 4).equals(magic)) return undefined;
  if (crc32(bytes.subarray(0, 44)) !== bytes.readUInt32LE(44)) return undefined;
  const kind = kinds[bytes.readUInt8(38)];
  const layer = layers[bytes.readUInt8(39) & 127];
  if (!kind || !layer) return undefined;
  return {
    kind,
    layer,
    sequence: bytes.readDoubleLE(8),
    index: bytes.readUInt16LE(36),
    isLast: bytes.readUInt8(39) >= 128,
    rows: bytes.readUInt32LE(32),
    firstEnd: bytes.readDoubleLE(16),
    lastEnd: bytes.readDoubleLE(24),
    at,
    bytes: bytes.readUInt32LE(4),
    crc: bytes.readUInt32LE(40),
  };
}

/** Where a block ends in its file. */
export function endOf({ at, bytes }: Block): number {
  return at + headBytes + bytes;
}

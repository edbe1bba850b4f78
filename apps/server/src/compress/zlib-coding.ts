import { Duplex } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from "node:zlib";
import type { Coding } from "./choose-coding.ts";

/** As fast as gzip, and a fifth smaller; its usual window would take megabytes for each answer. */
const brotliOptions: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const gzipOptions: ZlibOptions = { level: 6 };

const brotliWhole = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const gzipWhole = promisify<Buffer, ZlibOptions, Buffer>(gzip);

/** Compresses a whole body, in a thread of Node's pool. */
export function compressWhole(bytes: ArrayBuffer, coding: Coding): Promise<Buffer> {
  const buffer = Buffer.from(bytes);
  return coding === "br" ? brotliWhole(buffer, brotliOptions) : gzipWhole(buffer, gzipOptions);
}

/** Compresses a body while it is written, also in a thread; each part can be read as it arrives. */
export function compressStream(
  body: ReadableStream<Uint8Array>,
  coding: Coding,
): ReadableStream<Uint8Array> {
  const coder =
    coding === "br"
      ? createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH });
  // The types of Node's streams and the web's differ, and on Bun in another way.
  const coded = Duplex.toWeb(coder) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  return body.pipeThrough(coded);
}

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
import type { MiddlewareHandler } from "hono";
import { parseAccept } from "hono/utils/accept";

/** Below this, headers and a packet's frame outweigh what compression saves. */
const smallestBytes = 1024;

/** Written while they are read, so they are compressed in parts. */
const streamed = /^application\/x-ndjson\b/;
/** Texts, apart from event streams, whose events must not wait. Pictures are compressed already. */
const whole = /^(?:application\/(?:[\w.-]+\+)?json|image\/svg\+xml|text\/(?!event-stream))\b/;

/**
 * Compresses answers by brotli or gzip, as `Accept-Encoding` prefers, off the event loop. Strong
 * entity tags become weak, since they are of other bytes (RFC 9110, 8.8.3).
 *
 * An answer's length could betray a secret in it to somebody who chooses a part of the answer
 * (BREACH). Answers have none: keys and tokens are never repeated, and pages of other origins
 * cannot call with a user's key. The signed URL of an export is new in each answer.
 */
export const compressAnswers: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const { headers, status } = res;
  const type = headers.get("content-type") ?? "";
  const isStream = streamed.test(type);
  if (!(isStream || whole.test(type)) || headers.has("content-encoding")) return;
  if (headers.has("accept-ranges") || /\bno-transform\b/.test(headers.get("cache-control") ?? ""))
    return;
  headers.append("vary", "accept-encoding");
  const coding = chooseCoding(c.req.header("accept-encoding"));
  if (!coding || !res.body || c.req.method === "HEAD" || status === 206) return;
  if (Number(headers.get("content-length") ?? smallestBytes) < smallestBytes) return;
  const plain = isStream ? null : await res.arrayBuffer();
  const isSmall = plain !== null && plain.byteLength < smallestBytes;
  const body: BodyInit = plain
    ? isSmall
      ? plain
      : new Uint8Array(await compressWhole(plain, coding))
    : compressStream(res.body, coding);
  const answer = new Response(body, res);
  if (!isSmall) {
    answer.headers.set("content-encoding", coding);
    answer.headers.delete("content-length");
    const tag = answer.headers.get("etag");
    if (tag?.startsWith('"')) answer.headers.set("etag", `W/${tag}`);
  }
  // Hono would add the headers of the replaced answer to the new one.
  c.res = undefined;
  c.res = answer;
};

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
function compressWhole(bytes: ArrayBuffer, coding: Coding): Promise<Buffer> {
  const buffer = Buffer.from(bytes);
  return coding === "br" ? brotliWhole(buffer, brotliOptions) : gzipWhole(buffer, gzipOptions);
}

/** Compresses a body while it is written, also in a thread; each part can be read as it arrives. */
function compressStream(
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

/** Best first: of equal wishes the smaller answer is sent. */
const codings = ["br", "gzip"] as const;

type Coding = (typeof codings)[number];

/**
 * The coding that `Accept-Encoding` prefers (RFC 9110, 12.5.3); null for none, also where the
 * answer as it is would be preferred.
 */
function chooseCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null;
  const wishes = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const others = wishes.get("*") ?? 0;
  const wishFor = (coding: Coding) => wishes.get(coding) ?? others;
  const best = codings.reduce((a, b) => (wishFor(b) > wishFor(a) ? b : a));
  return wishFor(best) > 0 && wishFor(best) >= (wishes.get("identity") ?? 0) ? best : null;
}

/** Whether `Accept-Encoding` allows a coding; `*` stands for those it does not name. */
export function accepts(header: string | undefined, coding: Coding): boolean {
  if (header === undefined) return false;
  const wishes = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  return (wishes.get(coding) ?? wishes.get("*") ?? 0) > 0;
}

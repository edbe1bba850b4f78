import type { MiddlewareHandler } from "hono";
import { chooseCoding } from "./choose-coding.ts";
import { compressStream, compressWhole } from "./zlib-coding.ts";

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

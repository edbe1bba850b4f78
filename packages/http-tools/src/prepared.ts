import type { Context } from "hono";

/**
 * Answers GET and HEAD with a text that never changes, under a strong entity tag made once from its
 * bytes; a request whose `If-None-Match` has the tag is answered by 304 (RFC 9110, 13.1.2).
 */
export function prepared(
  text: string,
  headers: Readonly<Record<string, string>>,
): (c: Context) => Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  const { "content-type": contentType, ...kept } = headers;
  const full = { ...headers, "content-length": String(bytes.length) };
  let tag: Promise<string> | undefined;
  return async (c) => {
    tag ??= entityTag(bytes);
    const etag = await tag;
    const known = c.req.header("if-none-match");
    return known !== undefined && matches(known, etag)
      ? new Response(null, { status: 304, headers: { ...kept, etag } })
      : new Response(bytes, { headers: { ...full, etag } });
  };
}

async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest.subarray(0, 16)].map((each) => each.toString(16).padStart(2, "0"));
  return `"${hex.join("")}"`;
}

/** An entity tag of a list; commas may be inside (RFC 9110, 8.8.3). */
const entityTags = /(?:W\/)?("[^"]*")/g;

/** Compares weakly: a proxy that compresses makes the tag weak (RFC 9110, 8.8.3.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(entityTags)].some(([, tag]) => tag === etag);
}

import { problem } from "../common/problems.ts";
import type { IdempotencyStore, StoredAnswer } from "./idempotency-store.ts";

/** A request that may carry an idempotency key. */
interface KeyedCall {
  /** The header `Idempotency-Key`. */
  readonly header: string;
  /** Who calls: keys of different callers never meet. */
  readonly caller: string;
  /** Everything that the answer depends on. */
  readonly request: readonly string[];
}

/** Tells a repeated answer from the first. */
const replayed: readonly [string, string] = ["idempotency-replayed", "true"];

/** When to ask again for the answer to a request that is still running. */
const retryAfterSeconds = "1";

/**
 * Answers a request with an idempotency key (draft-ietf-httpapi-idempotency-key-header): once, then
 * with the same answer. A key whose first request is still running is answered by 409, one that was
 * used for another request by 422. Failures that may pass are not kept.
 *
 * @param mayKeep whether the answer may be kept, asked once it is there
 */
export async function answerOnce(
  store: IdempotencyStore,
  { header, caller, request }: KeyedCall,
  answer: () => Promise<Response>,
  mayKeep = () => true,
): Promise<Response> {
  const own = parseIdempotencyKey(header);
  if (own === null) {
    return problem(
      "invalid_input",
      'The header Idempotency-Key must be a text of 1 to 255 printable ASCII characters in quotes, for example "8e03978e-40d5-43dd-bc93-6894a57f9324".',
    );
  }
  const [key, fingerprint] = await Promise.all([digest([caller, own]), digest(request)]);
  const known = await store.claim(key, fingerprint);
  if (known && known.fingerprint !== fingerprint) {
    return problem(
      "idempotency_key_reused",
      "This Idempotency-Key was used for another request: send a new key with each new request.",
    );
  }
  if (known && !known.answer) {
    return problem(
      "idempotency_key_running",
      "The first request with this Idempotency-Key is still running: ask again in a second.",
      { "retry-after": retryAfterSeconds },
    );
  }
  if (known?.answer) return toResponse(known.answer, [replayed]);
  let isKept = false;
  try {
    const stored = await toStored(await answer());
    if (isLasting(stored.status) && mayKeep()) {
      await store.keep(key, { fingerprint, answer: stored });
      isKept = true;
    }
    return toResponse(stored);
  } finally {
    if (!isKept) await store.release(key);
  }
}

/** Whether the same request would be answered alike: not if the server or the service failed. */
export function isLasting(status: number): boolean {
  return status < 500 && status !== 429 && status !== 499;
}

/** A SHA-256 of texts, each told from the next. */
async function digest(texts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(texts));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function toStored(response: Response): Promise<StoredAnswer> {
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: [...response.headers], body };
}

function toResponse(
  { status, headers, body }: StoredAnswer,
  more: readonly (readonly [string, string])[] = [],
): Response {
  const all = [...headers, ...more].map(([name, value]): [string, string] => [name, value]);
  return new Response(body.slice(), { status, headers: all });
}

/** Longer keys are not names of requests. */
const maxKeyLength = 255;

/** A string of structured fields (RFC 9651, 3.3.3). */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** What clients send without quotes, such as a UUID. */
const bare = /^[!#-+\--:<-[\]-~]+$/;

/** The caller's key; null if the header is malformed. */
function parseIdempotencyKey(header: string): string | null {
  const text = header.trim();
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? (bare.test(text) ? text : "");
  return key === "" || key.length > maxKeyLength ? null : key;
}

import type { FeedFetch } from "../http/feed-request.ts";
import { redact } from "../http/redact.ts";

/** An answer of a source, without keys. */
export interface CapturedAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What of a header says something about the source. */
const headersKept = ["content-type", "etag", "last-modified", "retry-after", "date", "location"];
/** Parameters that are keys by their names. */
const secretParameter = /key|token|secret|passw|signature|^sig$/i;
const withoutBody = new Set([204, 205, 304]);

/** Passes requests on, and keeps what was answered. */
export class Recorder {
  readonly answers: CapturedAnswer[] = [];
  bytes = 0;
  readonly #fetch: FeedFetch;
  readonly #secrets: readonly string[];

  constructor(fetch: FeedFetch, secrets: readonly string[]) {
    this.#fetch = fetch;
    this.#secrets = secrets;
  }

  readonly fetch: FeedFetch = async (url, init) => {
    const response = await this.#fetch(url, init);
    const body = new Uint8Array(await response.arrayBuffer());
    this.bytes += body.byteLength;
    const kept = headersKept.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    this.answers.push({
      url: redact(withoutKeys(url), this.#secrets),
      status: response.status,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, this.#redacted(value)])),
      body: this.#redacted(new TextDecoder().decode(body)),
    });
    const headers = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    const { status } = response;
    return new Response(withoutBody.has(status) ? null : body, { status, headers });
  };

  #redacted(text: string): string {
    return redact(text, this.#secrets);
  }
}

function withoutKeys(url: URL): string {
  const shown = new URL(url);
  for (const name of [...shown.searchParams.keys()])
    if (secretParameter.test(name)) shown.searchParams.set(name, "REDACTED");
  return shown.href;
}

import { AsyncLocalStorage } from "node:async_hooks";
import { type Client, type Fetch, isEmberlineError } from "@emberline/core";
import type { ServiceRecorder } from "@emberline/tools";
import { z } from "zod";

/** A reading of more pages is not asked about again page by page. */
const maxSaid = 50;

const answer = z.object({
  url: z.string(),
  accept: z.string(),
  /** The entity tag; null if there is none. */
  tag: z.string().nullable(),
  /** How long the answer may be used without asking again; null: the service does not say. */
  freshMs: z.number().nullable(),
});
const saidSchema = z.array(answer);

type Said = z.output<typeof answer>;

interface Recording {
  readonly answers: Said[];
  /** Something failed, or must not be stored. */
  isUnfit: boolean;
}

/**
 * Records, call by call, what the service says about keeping its answers (RFC 9111): what it names
 * fresh is used, what it names stale is used once the service confirms its entity tag. Without a
 * word of the service, the operator's limit of age holds alone.
 */
export class HttpRecorder implements ServiceRecorder {
  readonly #recordings = new AsyncLocalStorage<Recording>();
  readonly #fetch: Fetch;
  #client: Client | undefined;

  constructor(fetch: Fetch = globalThis.fetch.bind(globalThis)) {
    this.#fetch = fetch;
  }

  /** For the client whose requests are to be recorded. */
  readonly fetch: Fetch = async (url, init) => {
    const recording = this.#recordings.getStore();
    if (!recording || (init?.method ?? "GET") !== "GET") return this.#fetch(url, init);
    try {
      const response = await this.#fetch(url, init);
      note(recording, String(url), init, response);
      return response;
    } catch (error) {
      recording.isUnfit = true;
      throw error;
    }
  };

  /** @param client asks whether answers still hold, with its own credentials */
  useClient(client: Client): void {
    this.#client = client;
  }

  async record<Result>(work: () => Promise<Result>) {
    const recording: Recording = { answers: [], isUnfit: false };
    const result = await this.#recordings.run(recording, work);
    const { answers, isUnfit } = recording;
    const isKeepable =
      !isUnfit &&
      answers.length <= maxSaid &&
      answers.every(({ tag, freshMs }) => freshMs !== 0 || tag !== null);
    return { result, said: isKeepable ? JSON.stringify(answers) : null };
  }

  async stillHolds(said: string, ageMs: number, signal: AbortSignal): Promise<boolean> {
    const answers = parse(said);
    if (!answers) return false;
    const stale = answers.filter(({ freshMs }) => freshMs !== null && freshMs <= ageMs);
    if (stale.length === 0) return true;
    const held = await Promise.all(stale.map((each) => this.#isUnchanged(each, signal)));
    return held.every(Boolean);
  }

  async #isUnchanged({ url, accept, tag }: Said, signal: AbortSignal): Promise<boolean> {
    if (tag === null || !this.#client) return false;
    const headers = { ...(accept !== "" && { accept }), "if-none-match": tag };
    try {
      await this.#client.request(url, { headers, signal });
      return false;
    } catch (error) {
      return isEmberlineError(error) && error.status === 304;
    }
  }
}

function note(
  recording: Recording,
  url: string,
  init: RequestInit | undefined,
  { ok, status, headers }: Response,
): void {
  // A resource that the service does not offer is part of many answers.
  if (!ok && status !== 404) {
    recording.isUnfit ||= status !== 304;
    return;
  }
  const freshMs = freshMsOf(headers);
  if (freshMs === "never") recording.isUnfit = true;
  else {
    const accept = new Headers(init?.headers).get("accept") ?? "";
    recording.answers.push({ url, accept, tag: headers.get("etag"), freshMs });
  }
}

function parse(said: string): readonly Said[] | null {
  try {
    return saidSchema.parse(JSON.parse(said));
  } catch {
    return null;
  }
}

/**
 * How long an answer of the service may be used from now on without asking again, in milliseconds
 * (RFC 9111, 4.2): 0 if never, "never" if it must not be stored, null if the service does not say.
 * The cache is private: it serves the callers with one set of credentials.
 */
function freshMsOf(headers: Headers): number | "never" | null {
  const directives = directivesOf(headers.get("cache-control") ?? "");
  if (directives.has("no-store") || headers.get("vary")?.trim() === "*") return "never";
  if (directives.has("no-cache")) return 0;
  const ageMs = secondsOf(headers.get("age") ?? undefined, 0) * 1000;
  if (directives.has("max-age"))
    return Math.max(0, secondsOf(directives.get("max-age"), 0) * 1000 - ageMs);
  const expires = headers.get("expires");
  if (expires === null) return null;
  // A text that is not a date means that the answer has expired (5.3).
  const leftMs = Date.parse(expires) - Date.parse(headers.get("date") ?? "") - ageMs;
  return leftMs > 0 ? leftMs : 0;
}

function directivesOf(header: string): ReadonlyMap<string, string> {
  const entries = header.split(",").map((each): [string, string] => {
    const [name = "", value = ""] = each.trim().split("=", 2);
    return [name.toLowerCase(), value.replaceAll('"', "")];
  });
  return new Map(entries);
}

function secondsOf(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : otherwise;
}

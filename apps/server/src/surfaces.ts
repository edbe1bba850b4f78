import type { Circuit } from "@emberline/core";
import {
  createHttpTools,
  type IdempotencyStore,
  type KeyedRequest,
  MemoryIdempotency,
  type StoredAnswer,
} from "@emberline/http-tools";
import {
  type McpHttpHandler,
  type McpOptions,
  mcpHttpHandler,
  type ServerFactory,
  serveHttp,
} from "@emberline/mcp-server";
import { keyFrom, openBytes, type State, sealBytes, type Values } from "@emberline/state";
import {
  type CallContext,
  type CallResult,
  callTool,
  helpers,
  svgPictures,
} from "@emberline/tools";
import { pngPictures } from "@emberline/tools/node";
import type { Context, Handler, Hono, NotFoundHandler } from "hono";
import { z } from "zod";
import type { Grant } from "./access/grants.ts";
import { callerOf, withCaller } from "./caller.ts";
import { GrantUpstreams } from "./grant-upstreams.ts";
import { endOf, type LiveGrants } from "./live-grants.ts";
import type { Settings } from "./read-settings.ts";
import type { Upstream } from "./upstream.ts";
import { version } from "./version.ts";
import type { Sight } from "./watches/watches.ts";

/** How long replicas share an answer: repeats come soon. */
const lifeMs = 3_600_000;
/** Larger answers stay with the replica that gave them. */
const maxBytes = 256_000;

const keptSchema = z.object({
  fingerprint: z.string(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.base64(),
});

/**
 * Answers to requests with an idempotency key, which every replica gives again. A request that is
 * running elsewhere is not known here: its replica may have been killed, and a repeat must not wait
 * for that. No tool changes data, so running it twice changes nothing.
 */
class SharedIdempotency implements IdempotencyStore {
  readonly #own = new MemoryIdempotency();
  readonly #values: Values;
  readonly #key: Uint8Array;

  /**
   * @param linkKey equal in all replicas
   * @param organization cannot read the answers of another
   */
  constructor(values: Values, linkKey: Uint8Array, organization: string) {
    this.#values = values;
    this.#key = keyFrom(linkKey, `emberline idempotency ${organization}`);
  }

  async claim(key: string, fingerprint: string): Promise<KeyedRequest | null> {
    const known = await this.#own.claim(key, fingerprint);
    if (known) return known;
    const shared = await this.#read(key);
    if (shared) await this.#own.keep(key, shared);
    return shared;
  }

  async keep(key: string, request: Required<KeyedRequest>): Promise<void> {
    await this.#own.keep(key, request);
    const { fingerprint, answer } = request;
    if (answer.body.byteLength > maxBytes) return;
    const body = Buffer.from(answer.body).toString("base64");
    const kept = JSON.stringify({ fingerprint, ...answer, body });
    const name = nameOf(key);
    // Without Redis this replica alone gives the answer again.
    await this.#values.set(name, sealBytes(this.#key, name, Buffer.from(kept)), lifeMs).catch(none);
  }

  release(key: string): Promise<void> {
    return this.#own.release(key);
  }

  async #read(key: string): Promise<Required<KeyedRequest> | null> {
    const name = nameOf(key);
    const sealed = await this.#values.get(name).catch(none);
    const kept = sealed === undefined ? undefined : openBytes(this.#key, name, sealed);
    if (!kept) return null;
    const { fingerprint, body, ...answer } = keptSchema.parse(JSON.parse(kept.toString()));
    const stored: StoredAnswer = { ...answer, body: Buffer.from(body, "base64") };
    return { fingerprint, answer: stored };
  }
}

const nameOf = (key: string) => `idempotency:${key}`;

function none(): undefined {}

interface SurfacesOptions {
  /** The part of a call's context that is the same for all grants. */
  readonly context: Omit<McpOptions["context"], "client" | "cursorKey" | "notices" | "layers">;
  /** What belongs to a request. */
  readonly ownOf: (c: Context, surface: "mcp" | "http") => Partial<CallContext>;
  readonly grants: LiveGrants;
  readonly state: State;
  readonly mcpServers?: ServerFactory | undefined;
  readonly notFound: NotFoundHandler;
}

interface Pair {
  readonly context: SurfacesOptions["context"] &
    Pick<CallContext, "client" | "notices" | "offered">;
  readonly mcp: McpHttpHandler;
  readonly httpTools: Hono;
}

/** The tools over MCP and HTTP, a pair of surfaces for each grant: nothing passes between them. */
export class Surfaces {
  readonly #options: SurfacesOptions;
  readonly #settings: Settings;
  readonly #upstreams: GrantUpstreams;
  readonly #linkKeys: Upstream["linkKeys"];
  readonly #pairs = new Map<Grant | undefined, Pair>();

  constructor(settings: Settings, upstream: Upstream, options: SurfacesOptions) {
    this.#settings = settings;
    this.#linkKeys = upstream.linkKeys;
    this.#upstreams = new GrantUpstreams(upstream, {
      settings,
      state: options.state,
      log: options.context.log,
    });
    this.#options = options;
  }

  /** Ends streams of news, so that a server can wait for its last answers. */
  endStreams(): void {
    for (const { mcp } of this.#pairs.values()) mcp.endStreams();
  }

  /** By the name of the upstream client. */
  circuits(): Iterable<readonly [string, Circuit]> {
    return this.#upstreams.circuits();
  }

  /** @param admit counts the further messages of a batch, and may refuse it */
  mcp(admit: (c: Context, messages: number) => Promise<Response | null>): Handler {
    return (c) => {
      return this.#of(c).mcp.fetch(c.req.raw, {
        own: this.#options.ownOf(c, "mcp"),
        admit: (messages) => admit(c, messages),
        until: () => endOf(callerOf(c), c.req.raw.signal),
      });
    };
  }

  /** What the polls of a grant's areas see; null where MCP has no tools. */
  sightOf(grant: Grant | undefined): Sight | null {
    const { context, mcp } = this.#ofGrant(grant);
    const ended = grant && this.#options.grants.revocationOf(grant);
    return (
      (mcp.watches && {
        join: (input, listener) => mcp.watches!.join(input, listener),
        // Times as the data has them.
        look: (input, signal) =>
          callTool(helpers.watchArea, input, { ...context, shown: {}, caller: "watches", signal }),
        ended,
      }) ??
      null
    );
  }

  /** What the service has, as far as the tools of the caller may show it. */
  dataStatus(c: Context): Promise<CallResult> {
    const own = this.#options.ownOf(c, "http");
    const { signal } = c.req.raw;
    const { context } = this.#of(c);
    return callTool(helpers.dataStatus, {}, { ...context, ...own, signal });
  }

  readonly httpTools: Handler = (c) => this.#of(c).httpTools.fetch(c.req.raw, withCaller(c));

  #of(c: Context): Pair {
    return this.#ofGrant(callerOf(c).grant);
  }

  #ofGrant(grant: Grant | undefined): Pair {
    const known = this.#pairs.get(grant);
    if (known) return known;
    const pair = this.#create(grant);
    this.#pairs.set(grant, pair);
    const forget = () => {
      this.#pairs.delete(grant);
      void pair.mcp.close();
    };
    const revocation = grant && this.#options.grants.revocationOf(grant);
    if (revocation?.aborted) forget();
    else revocation?.addEventListener("abort", forget, { once: true });
    return pair;
  }

  #create(grant: Grant | undefined): Pair {
    const { ownOf, mcpServers, notFound, state } = this.#options;
    const { messages, shared } = state;
    const { client, cursorKeys, notices, layers, digests } = this.#upstreams.of(grant);
    // The service may have nothing for a tool that the settings name.
    const served = this.#settings.tools;
    const tools = grant?.tools.filter((each) => served.includes(each)) ?? served;
    const context = {
      ...this.#options.context,
      client,
      cursorKey: cursorKeys,
      notices,
      offered: tools.map(({ name }) => name),
      ...(layers && { layers }),
    };
    const isSameForAll = this.#settings.keysPath === undefined;
    const options = { tools, version };
    const mcp = mcpServers
      ? serveHttp(mcpServers)
      : mcpHttpHandler({
          ...options,
          context: { ...context, pictures: pngPictures },
          isSameForAll,
          watchMs: this.#settings.watchMs,
          digests,
          cancellations: {
            send: (call) => messages.send("cancelled", call),
            listen: (onCall) => messages.listen("cancelled", onCall),
          },
        });
    const pictures = [svgPictures, pngPictures];
    const httpTools = createHttpTools({
      ...options,
      // Of the playground's own page.
      unlisted: [helpers.mapFeatures, helpers.mapGround, helpers.suggestNames],
      context,
      forRequest: (c) => ownOf(c, "http"),
      pictures,
      ...(shared && {
        idempotency: new SharedIdempotency(shared, this.#linkKeys()[0]!, grant?.name ?? ""),
      }),
    });
    httpTools.notFound(notFound);
    httpTools.onError((error) => {
      throw error;
    });
    return { context, mcp, httpTools };
  }
}

import { type CallContext, callTool, helpers } from "@emberline/tools";
import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { cancelledBy, Fault } from "./common/json-rpc.ts";
import { Shares, tooManyStreams } from "./common/shares.ts";
import { readBody } from "./http-body.ts";
import { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
import { type Cancellations, RunningCalls, whenOver } from "./running-calls.ts";
import type { ServerFactory } from "./server-factory.ts";
import { Sessions, sessionHeader } from "./sessions.ts";
import { listenedTo, watchAll } from "./subscriptions/listen.ts";
import { type SharedDigests, Watches } from "./subscriptions/watches.ts";

interface RequestOptions {
  /** Request-specific additions to the context of its calls. */
  readonly own?: Partial<CallContext>;
  /** Counts the messages of a batch after its first, and may refuse it. */
  readonly admit?: (messages: number) => Promise<Response | null>;
  /** Called for a stream of news, which ends with the signal. */
  readonly until?: () => AbortSignal;
}

export interface McpHttpHandler {
  fetch(request: Request, options?: RequestOptions): Promise<Response>;
  /** The polls of what clients watch, which other surfaces may join. */
  readonly watches?: Watches | undefined;
  /** Ends streams of news, so that a server can wait for its last answers. */
  endStreams(): void;
  close(): Promise<void>;
}

/**
 * The tools over Streamable HTTP as a `fetch` handler: revision 2026-07-28 and the older ones, from
 * one endpoint. The program that mounts it must check host, origin and caller.
 */
export function mcpHttpHandler({
  watchMs,
  digests,
  cancellations,
  ...options
}: McpHttpOptions): McpHttpHandler {
  const running = new RunningCalls(cancellations);
  const owns = new WeakMap<Request, Partial<CallContext>>();
  const ownOf = (request: Request) => owns.get(request);
  const { tools, context } = options;
  const offered = tools.map(({ name }) => name);
  const watches = new Watches({
    offered,
    lookAt: (input, signal) =>
      callTool(helpers.watchArea, input, {
        ...context,
        offered,
        // Times as the data has them.
        shown: {},
        caller: "subscriptions",
        signal,
      }),
    intervalMs: watchMs ?? defaultWatchMs,
    digests,
    log: context.log,
  });
  const factory = mcpServerFactory({ ...options, tools, running, ownOf, watches });
  return serveHttp(factory, { running, owns, watches });
}

export interface McpHttpOptions extends McpOptions {
  /** How often the areas that clients watch are asked for new data. */
  readonly watchMs?: number;
  /** Where processes share what they read of watched areas; default: nowhere. */
  readonly digests?: SharedDigests | undefined;
  /** Other processes that a cancellation may have been meant for; default: none. */
  readonly cancellations?: Cancellations | undefined;
}

const defaultWatchMs = 300_000;
/** Each stream of news takes a connection as long as its client lives. */
const maxStreams = 128;
const maxStreamsPerCaller = 16;

interface ServeOptions {
  readonly watches?: Watches;
  readonly running?: RunningCalls;
  /** Receives what belongs to a request. */
  readonly owns?: WeakMap<Request, Partial<CallContext>>;
}

/** Serves the servers of a factory over Streamable HTTP. */
export function serveHttp(
  factory: ServerFactory,
  { running, owns, watches }: ServeOptions = {},
): McpHttpHandler {
  const handler = createMcpHandler(factory, { maxSubscriptions: maxStreams });
  const listener = { onNews: (uri: string) => handler.notify.resourceUpdated(uri) };
  const places = new Shares(maxStreams, maxStreamsPerCaller);
  const sessions = new Sessions(factory, places);
  const streams = new AbortController();

  /** Watches resources as long as the stream of a `subscriptions/listen` lives. */
  async function listen(
    uris: readonly string[],
    message: JSONRPCMessage,
    caller: string,
    serve: () => Promise<Response>,
  ): Promise<Response> {
    const id = "id" in message ? (message.id ?? null) : null;
    const giveBack = places.take(caller);
    if (!giveBack) return Response.json({ ...tooManyStreams.answer, id });
    try {
      const leave = watches ? watchAll(uris, watches, listener, caller) : () => {};
      return whenOver(await serve(), () => {
        leave();
        giveBack();
      });
    } catch (error) {
      giveBack();
      if (!(error instanceof ProtocolError)) throw error;
      const { code, message: text } = error;
      return Response.json({ jsonrpc: "2.0", id, error: { code, message: text } });
    }
  }

  return {
    watches,
    endStreams() {
      sessions.endStreams();
      streams.abort();
    },
    async close() {
      streams.abort();
      running?.close();
      await Promise.all([sessions.close(), handler.close()]);
    },
    async fetch(given, { own = {}, admit, until } = {}) {
      const request = acceptingBoth(given);
      owns?.set(request, own);
      const caller = own.caller ?? "";
      const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
      if (request.method !== "POST" || !isJson) {
        return (await sessions.serve(request, { caller, until })) ?? handler.fetch(request);
      }
      // Reading the body here saves the SDK a clone and two streams per call.
      const body = await readBody(given);
      if (body instanceof Response) return body;
      const { messages, parsed: parsedBody } = body;
      const refused = messages.length > 1 ? await admit?.(messages.length - 1) : null;
      if (refused) return refused;
      cancelCalls(messages, request.headers.get(sessionHeader), running);
      if (
        messages.some((message) => isOf(message, "initialize")) &&
        (await isLegacyRequest(request, parsedBody))
      )
        return sessions.begin(request, body, caller);
      const response = await sessions.serve(request, { body, caller, until });
      if (response) return response;
      if (request.headers.has(sessionHeader) && messages.every(isAnswer)) return unknownSession();
      const [message] = messages;
      const uris = messages.length === 1 ? listenedTo(message!) : null;
      if (!uris) return handler.fetch(request, { parsedBody });
      return listen(uris, message!, caller, async () => {
        const ending = endingWith(request, [streams.signal, ...(until ? [until()] : [])]);
        const stream = await handler.fetch(ending, { parsedBody });
        // A request passes on its signal only until it is garbage: the stream has to keep it.
        return whenOver(stream, () => void ending);
      });
    },
  };
}

function isOf(message: JSONRPCMessage, method: string): boolean {
  return "method" in message && message.method === method;
}

/** Whether the message answers a question, which only the process that asked can take. */
function isAnswer(message: JSONRPCMessage): boolean {
  return !("method" in message);
}

function unknownSession(): Response {
  const fault = new Fault(-32_001, "Session not found: call initialize for a new one.");
  return Response.json(fault.answer, { status: 404 });
}

/** The request as the SDK wants it if it accepts anything, or does not say what. */
function acceptingBoth(request: Request): Request {
  const accept = request.headers.get("accept");
  if (accept !== null && !accept.includes("*/*")) return request;
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers, signal });
}

/** The request, whose body was read, as one that also ends with the signals. */
function endingWith(request: Request, signals: readonly AbortSignal[]): Request {
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal: AbortSignal.any([signal, ...signals]) });
}

function cancelCalls(
  messages: readonly JSONRPCMessage[],
  session: string | null,
  running: RunningCalls | undefined,
): void {
  if (session === null) return;
  for (const message of messages) {
    const id = cancelledBy(message);
    if (id !== undefined) running?.cancel(session, id);
  }
}

import {
  type JSONRPCMessage,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { cancelledBy } from "./common/json-rpc.ts";
import { type Shares, tooManyStreams } from "./common/shares.ts";
import type { Body } from "./http-body.ts";
import { setAsked } from "./questions/questions.ts";
import { whenOver } from "./running-calls.ts";
import { endSubscriptions, setHeard } from "./subscriptions/subscribe.ts";

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly caller: string;
  /** Running requests whose answers share a stream with others. */
  readonly batched: Set<RequestId>;
  usedAtMs: number;
  /** Whether its client has a stream open. */
  isHeard: boolean;
}

interface ServeOptions {
  /** The messages of a POST. */
  readonly body?: Body;
  readonly caller: string;
  /** Ends a stream of news. */
  readonly until?: (() => AbortSignal) | undefined;
}

/** A session that is forgotten is only slower to hear of news: its requests need none. */
const maxSessions = 256;
const maxSessionsPerCaller = 32;
/** How long a session without a stream is remembered after its last request. */
const idleMs = 600_000;

/** Identifies the session of a client with an older revision. */
export const sessionHeader = "mcp-session-id";

/**
 * Sessions of clients with older revisions, by which the server can ask them or tell them
 * something. No request depends on one: what another process knows is served without.
 */
export class Sessions {
  /** The least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #create: () => McpServer;
  readonly #streams: Shares;

  /**
   * @param create a server for one session
   * @param streams places for streams of news
   */
  constructor(create: () => McpServer, streams: Shares) {
    this.#create = create;
    this.#streams = streams;
  }

  /** Begins a session with an `initialize` request. */
  async begin(request: Request, { parsed }: Body, caller: string): Promise<Response> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) =>
        this.#keep(id, {
          ...{ server, transport, caller, batched: new Set<RequestId>() },
          ...{ usedAtMs: Date.now(), isHeard: false },
        }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    setHeard(server, false);
    // Behind a balancer that spreads a session, an answer would reach a process that never asked.
    setAsked(server, false);
    server.server.oninitialized = () => setAsked(server, true);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: parsed });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** Serves a request of a session of this caller; null if there is none here. */
  async serve(request: Request, { body, caller, until }: ServeOptions): Promise<Response | null> {
    const id = request.headers.get(sessionHeader);
    const session = id === null ? undefined : this.#sessions.get(id);
    if (!session || session.caller !== caller) return null;
    session.usedAtMs = Date.now();
    this.#keep(id!, session);
    if (request.method === "GET") return this.#stream(request, session, until);
    const parsedBody = body?.parsed;
    const response = await session.transport.handleRequest(request, { parsedBody });
    const { messages = [] } = body ?? {};
    for (const cancelled of messages.map(cancelledBy)) {
      if (cancelled !== undefined) await endStream(cancelled, session);
    }
    return messages.length > 1 ? noteBatch(messages, response, session) : response;
  }

  /** The stream by which the client of a session hears of news. */
  async #stream(
    request: Request,
    session: Session,
    until: ServeOptions["until"],
  ): Promise<Response> {
    const { server, transport, caller } = session;
    const giveBack = this.#streams.take(caller);
    if (!giveBack) return Response.json(tooManyStreams.answer, { status: 429 });
    const response = await transport.handleRequest(request);
    if (!response.ok) {
      giveBack();
      return response;
    }
    const setListening = (isHeard: boolean) => {
      session.isHeard = isHeard;
      setHeard(server, isHeard);
    };
    setListening(true);
    const end = until?.();
    const close = () => transport.closeStandaloneSSEStream();
    if (end?.aborted) close();
    else end?.addEventListener("abort", close, { once: true });
    return whenOver(response, () => {
      end?.removeEventListener("abort", close);
      giveBack();
      session.usedAtMs = Date.now();
      setListening(false);
    });
  }

  /** Ends the streams by which clients hear of news. */
  endStreams(): void {
    for (const { transport } of this.#sessions.values()) transport.closeStandaloneSSEStream();
  }

  /** Ends all sessions; their clients go on without. */
  async close(): Promise<void> {
    const servers = [...this.#sessions.values()].map(({ server }) => server);
    this.#sessions.clear();
    await Promise.all(servers.map((server) => server.close()));
  }

  #keep(id: string, session: Session): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const now = Date.now();
    for (const [each, { isHeard, usedAtMs }] of this.#sessions)
      if (!isHeard && now - usedAtMs > idleMs) this.#forget(each);
    const ofCaller = this.#idsOf(session.caller);
    if (ofCaller.length > maxSessionsPerCaller) this.#forget(ofCaller[0]!);
    if (this.#sessions.size > maxSessions) this.#forget(this.#idsOf(this.#greediest())[0]!);
  }

  /** The least recently used first. */
  #idsOf(caller: string): readonly string[] {
    return [...this.#sessions].flatMap(([id, each]) => (each.caller === caller ? id : []));
  }

  /** The caller with the most sessions. */
  #greediest(): string {
    const counts = new Map<string, number>();
    for (const { caller } of this.#sessions.values())
      counts.set(caller, (counts.get(caller) ?? 0) + 1);
    const [[greediest]] = [...counts].sort(([, a], [, b]) => b - a) as [[string, number]];
    return greediest;
  }

  #forget(id: string): void {
    const { server, transport } = this.#sessions.get(id)!;
    this.#sessions.delete(id);
    endSubscriptions(server);
    // Running calls of the session are answered first.
    transport.closeStandaloneSSEStream();
  }
}

/** Ends the stream of a cancelled request, which the SDK would keep open with its connection. */
async function endStream(id: RequestId, { transport, batched }: Session): Promise<void> {
  // A stream of several requests ends with the last answer, so there this one needs an answer.
  if (!batched.has(id)) transport.closeSSEStream(id);
  const error = { code: -32_000, message: "The request was cancelled." };
  // Without a stream the transport only forgets the request; it rejects if it knows none.
  await transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
}

function noteBatch(
  messages: readonly JSONRPCMessage[],
  response: Response,
  { batched }: Session,
): Response {
  const ids = messages.flatMap((each) => ("method" in each && "id" in each ? [each.id] : []));
  for (const id of ids) batched.add(id);
  return whenOver(response, () => {
    for (const id of ids) batched.delete(id);
  });
}

import {
  type JSONRPCMessage,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { cancelledBy } from "./common/json-rpc.ts";
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
/** Each takes a connection as long as its client lives. */
const maxStreams = 128;

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
  #streams = 0;

  /** @param create a server for one session */
  constructor(create: () => McpServer) {
    this.#create = create;
  }

  /** Begins a session with an `initialize` request. */
  async begin(request: Request, { parsed }: Body, caller: string): Promise<Response> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) =>
        this.#keep(id, { server, transport, caller, batched: new Set() }),
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

  /** The stream by which the client of a session hears of news; null if there are too many. */
  async #stream(
    request: Request,
    { server, transport }: Session,
    until: ServeOptions["until"],
  ): Promise<Response | null> {
    if (this.#streams >= maxStreams) return null;
    const response = await transport.handleRequest(request);
    if (!response.ok) return response;
    this.#streams++;
    setHeard(server, true);
    const end = until?.();
    const close = () => transport.closeStandaloneSSEStream();
    if (end?.aborted) close();
    else end?.addEventListener("abort", close, { once: true });
    return whenOver(response, () => {
      end?.removeEventListener("abort", close);
      this.#streams--;
      setHeard(server, false);
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
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= maxSessions || !oldest) return;
    this.#sessions.delete(oldest[0]);
    endSubscriptions(oldest[1].server);
    // Running calls of the session are answered first.
    oldest[1].transport.closeStandaloneSSEStream();
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

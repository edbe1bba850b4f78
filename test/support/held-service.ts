import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A service of the interface that holds its feature requests until released. */
export interface HeldService {
  readonly environment: Record<string, string>;
  /** Resolves when this many requests for features are waiting. */
  waiting(count: number): Promise<void>;
  /** Resolves when none is waiting, since its caller left. */
  idle(): Promise<void>;
  /** Answers all waiting and future requests. */
  release(): void;
  /** Stops answering and accepting connections. */
  close(): Promise<void>;
}

const feature = {
  type: "Feature",
  id: "h1",
  geometry: { type: "Point", coordinates: [10, 50] },
  properties: { datetime: "2025-06-20T00:00:00Z" },
};
const description = { id: "svc:hotspots", links: [] };

export async function startHeldService(): Promise<HeldService> {
  const held = new Set<ServerResponse>();
  let isHolding = true;
  let onHeld: () => void = () => {};
  let onLeft: () => void = () => {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    if (!pathname.endsWith("/items")) return void answer(response, bodyOf(pathname));
    if (!isHolding) return void answer(response, page);
    held.add(response);
    response.once("close", () => {
      held.delete(response);
      onLeft();
    });
    onHeld();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMBERLINE_CLIENT_ID: "client",
      EMBERLINE_CLIENT_SECRET: "client-secret",
    },
    waiting: (count) =>
      new Promise((resolve) => {
        onHeld = () => held.size >= count && resolve();
        onHeld();
      }),
    idle: () =>
      new Promise((resolve) => {
        onLeft = () => held.size === 0 && resolve();
        onLeft();
      }),
    release() {
      isHolding = false;
      for (const response of held) answer(response, page);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const page = { type: "FeatureCollection", features: [feature], links: [], numberMatched: 1 };

function bodyOf(pathname: string): unknown {
  if (pathname === "/v1/token")
    return { access_token: "token", expires_in: 3600, token_type: "Bearer" };
  if (pathname.endsWith("/queryables"))
    return { queryables: [{ id: "datetime", type: "dateTime" }] };
  return pathname.endsWith("/collections") ? { collections: [description] } : description;
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

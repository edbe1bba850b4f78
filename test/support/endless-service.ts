import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A service whose hotspots never end: every page has a next link. */
export interface EndlessService {
  readonly env: Record<string, string>;
  /** Number of requested pages. */
  pages(): number;
  /** Resolves when this many pages were requested. */
  reached(pages: number): Promise<void>;
  /** Number of requested pages of one box, which identifies a call. */
  pagesOf(bbox: readonly number[]): number;
  reachedOf(bbox: readonly number[], pages: number): Promise<void>;
  /** From now on pages are not answered; resolves with the first one that waits. */
  hold(): Promise<{ readonly abandoned: Promise<unknown> }>;
  /** Answers again. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the service on a free port of this machine. */
export async function startEndlessService(): Promise<EndlessService> {
  let pages = 0;
  const byBox = new Map<string, number>();
  let isHolding = false;
  const waiters = new Set<() => void>();
  const onPage = () => {
    for (const check of waiters) check();
  };
  let onHeld: (held: { abandoned: Promise<unknown> }) => void = () => {};
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, origin());
    if (!url.pathname.endsWith("/items")) return void answer(response, bodyOf(url));
    pages++;
    const box = url.searchParams.get("bbox") ?? "";
    byBox.set(box, (byBox.get(box) ?? 0) + 1);
    onPage();
    if (!isHolding) return void answer(response, page(url));
    held.add(response);
    onHeld({ abandoned: once(response, "close") });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isReached()) return;
        waiters.delete(check);
        resolve();
      };
      waiters.add(check);
      check();
    });
  return {
    env: {
      EMBERLINE_BASE_URL: origin(),
      EMBERLINE_CLIENT_ID: "client",
      EMBERLINE_CLIENT_SECRET: "client-secret",
    },
    pages: () => pages,
    reached: (wanted) => until(() => pages >= wanted),
    pagesOf: (bbox) => byBox.get(bbox.join(",")) ?? 0,
    reachedOf: (bbox, wanted) => until(() => (byBox.get(bbox.join(",")) ?? 0) >= wanted),
    hold() {
      isHolding = true;
      return new Promise((resolve) => {
        onHeld = resolve;
      });
    },
    release() {
      isHolding = false;
      for (const response of held) response.destroy();
      held.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function bodyOf({ pathname }: URL): unknown {
  if (pathname === "/v1/token") {
    return { access_token: "endless-token", expires_in: 3600, token_type: "Bearer" };
  }
  if (pathname.endsWith("/queryables"))
    return { queryables: [{ id: "datetime", type: "dateTime" }] };
  const interval = [["2025-06-01T00:00:00Z", "2025-06-20T00:00:00Z"]];
  const description = { id: "svc:hotspots", links: [], extent: { temporal: { interval } } };
  if (pathname.endsWith("/collections")) return { collections: [description] };
  return description;
}

function page(url: URL): unknown {
  const from = Number(url.searchParams.get("from") ?? 0);
  const next = new URL(url);
  next.searchParams.set("from", String(from + 1));
  return {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        id: `h${from}`,
        geometry: { type: "Point", coordinates: [10, 50] },
        properties: { datetime: "2025-06-20T00:00:00Z" },
      },
    ],
    links: [{ rel: "next", href: next.href }],
  };
}

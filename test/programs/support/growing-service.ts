import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A service of the interface with detections at 50° N, 10° E, which can get more. */
export interface GrowingService {
  readonly environment: Record<string, string>;
  /** Requests for the detections of an area so far. */
  readonly readings: number;
  /** A detection of now. */
  add(): void;
  /** Resolves when this many requests for an area wait: none is answered until `release`. */
  hold(count: number): Promise<void>;
  /** Resolves when no more than this many wait, since callers left. */
  left(count: number): Promise<void>;
  release(): void;
  close(): Promise<void>;
}

const hotspots = { id: "svc:hotspots", title: "Hotspots", links: [] };
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];
const token = { access_token: "token", expires_in: 3600, token_type: "Bearer" };

export async function startGrowingService(): Promise<GrowingService> {
  const features: object[] = [];
  const held = new Set<ServerResponse>();
  let readings = 0;
  let isHolding = false;
  let onChange = () => {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://service");
    const path = decodeURIComponent(pathname);
    const isArea = path.endsWith("svc:hotspots/items") && searchParams.has("bbox");
    if (isArea) readings++;
    if (isArea && isHolding) {
      held.add(response);
      response.once("close", () => {
        held.delete(response);
        onChange();
      });
      onChange();
      return;
    }
    answer(response, bodyOf(path, features));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const whenHeld = (isMeant: (size: number) => boolean) =>
    new Promise<void>((resolve) => {
      onChange = () => isMeant(held.size) && resolve();
      onChange();
    });
  return {
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMBERLINE_CLIENT_ID: "client",
      EMBERLINE_CLIENT_SECRET: "hush-hush-client",
    },
    get readings() {
      return readings;
    },
    add() {
      features.push({
        type: "Feature",
        id: `h${features.length}`,
        geometry: { type: "Point", coordinates: [10, 50] },
        properties: { datetime: new Date().toISOString(), frp: 5 },
      });
    },
    hold(count) {
      isHolding = true;
      return whenHeld((size) => size >= count);
    },
    left: (count) => whenHeld((size) => size <= count),
    release() {
      isHolding = false;
      for (const response of held) answer(response, page(features));
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const page = (features: readonly object[]) => ({ type: "FeatureCollection", features, links: [] });

function bodyOf(path: string, features: readonly object[]): object | null {
  if (path.endsWith("/token")) return token;
  if (path.endsWith("/collections")) return { collections: [hotspots], links: [] };
  if (!path.includes("svc:hotspots")) return null;
  if (path.endsWith("/queryables")) return { queryables };
  return path.endsWith("/items") ? page(features) : hotspots;
}

function answer(response: ServerResponse, body: object | null): void {
  response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(body ?? { code: "NotFound" }));
}

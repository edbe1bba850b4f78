import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type EndlessService, startEndlessService } from "../../test/support/endless-service.ts";
import { emberlineMcp, emberlineServer, stop } from "../lib/child.ts";
import { startHttpServer } from "../lib/http-server.ts";
import type { Row } from "../lib/row.ts";

const calls = 1000;
const info = { name: "emberline-bench", version: "0" };

/** Makes an endless call for a caller, and a call that ends. */
interface Surface {
  readonly name: string;
  endless(args: object, signal: AbortSignal): Promise<unknown>;
  another(): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Calls that are cancelled at random moments, on every surface: pages requested after the surface
 * knew.
 */
export const cancelled: Row = {
  name: "cancelled",
  async run() {
    const service = await startEndlessService();
    const surfaces = await openSurfaces(service);
    let after = 0;
    let pages = 0;
    try {
      for (let i = 0; i < calls; i++) {
        const surface = surfaces[i % surfaces.length]!;
        // A box of its own identifies the call in requests for pages.
        const bbox = [10 + i / 1000, 49, 12, 51];
        const cancel = new AbortController();
        const ended = surface
          .endless({ collection: "svc:hotspots", bbox }, cancel.signal)
          .catch(() => {});
        await service.reachedOf(bbox, 1 + Math.floor(Math.random() * 8));
        cancel.abort();
        await ended;
        // Its answer shows that the surface has read everything before it.
        await surface.another();
        const known = service.pagesOf(bbox);
        pages += known;
        await surface.another();
        after += service.pagesOf(bbox) - known;
      }
    } finally {
      await Promise.all(surfaces.map((surface) => surface.close()));
      await service.close();
    }
    return [
      {
        name: "cancelled",
        value: after,
        unit: `pages requested after ${calls} calls were cancelled`,
        goal: { kind: "≤", bound: 0 },
        measured: { unit: "pages", before: pages, emberline: after },
      },
    ];
  },
};

async function openSurfaces(service: EndlessService): Promise<Surface[]> {
  const server = await startHttpServer(emberlineServer, { env: service.env });
  const { origin } = server;
  // While it starts, the server answers 503.
  while (!(await fetch(`${origin}/tools`)).ok) await sleep(100);
  const post = (tool: string, args: object, signal?: AbortSignal) =>
    fetch(`${origin}/tools/${tool}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(args),
      ...(signal && { signal }),
    }).then((response) => response.text());
  const http = new Client(info, { versionNegotiation: { mode: "auto" } });
  await http.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin)));
  const stdio = new Client(info, { versionNegotiation: { mode: "auto" } });
  await stdio.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [emberlineMcp],
      env: service.env,
      stderr: "ignore",
    }),
  );
  const overMcp = (name: string, client: Client): Surface => ({
    name,
    endless: (args, signal) =>
      client.callTool(
        { name: "summarize_features", arguments: args as Record<string, unknown> },
        { signal },
      ),
    another: () => client.callTool({ name: "list_collections", arguments: {} }),
    close: () => client.close(),
  });
  return [
    {
      name: "POST /tools",
      endless: (args, signal) => post("summarize_features", args, signal),
      another: () => post("list_collections", {}),
      close: () => stop(server.child),
    },
    overMcp("MCP over HTTP", http),
    overMcp("MCP over stdio", stdio),
  ];
}

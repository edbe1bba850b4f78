import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { type Habits, standIn } from "./stand-ins.ts";

/** A stand-in on a port of this machine, for programs; returns its address. */
export async function serveStandIn(t: TestContext, habits: Habits): Promise<string> {
  const { fetch } = standIn(habits);
  const server = createServer(async (request, response) => {
    const { accept = "" } = request.headers;
    const answer = await fetch(`https://features.example${request.url}`, { headers: { accept } });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/api`;
}

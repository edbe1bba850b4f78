// Serves the fixture through the app of `apps/server` on a free port, and prints its address.
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { createApp, openUpstream, readSettings } from "emberline";
import { conformanceServer } from "./fixture.ts";

const settings = readSettings({ args: [], environment: {} });
const upstream = await openUpstream(settings, "http://127.0.0.1");
const app = createApp(settings, upstream, { mcpServers: conformanceServer });
const server = createAdaptorServer({ fetch: app.fetch }) as Server;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server has no port");
  process.stdout.write(`Listening http://127.0.0.1:${address.port}\n`);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { createReferenceService } from "../src/index.ts";
import { listen } from "../src/program/listen.ts";

const readers = 20;
const features = 2_000;
const textLength = 10_000;

it("readers that take nothing of a large page hold little of it in memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-slow-"));
  const lines = Array.from({ length: features }, (_, i) =>
    JSON.stringify({
      type: "Feature",
      id: `h${i}`,
      geometry: { type: "Point", coordinates: [0, 0] },
      properties: { datetime: "2025-06-20T00:00:00Z", note: `${i} ${"x".repeat(textLength)}` },
    }),
  );
  await writeFile(join(folder, "hotspots.geojsonl"), lines.join("\n"));
  const [id, secret] = ["slow", "slow-secret"];
  const service = await createReferenceService({ clients: [{ id, secret }], data: folder });
  const listener = await listen(service, { port: 0, host: "127.0.0.1" });
  const exchange = await fetch(`${listener.url}/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: secret }),
  });
  const { access_token: token } = (await exchange.json()) as { access_token: string };
  const path = `/ogc/features/v1/collections/svc:hotspots/items?limit=${features}`;

  const before = process.memoryUsage().rss;
  const sockets: Socket[] = [];
  for (let i = 0; i < readers; i++) {
    const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    sockets.push(socket);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const grownBytes = process.memoryUsage().rss - before;
  for (const socket of sockets) socket.destroy();
  await listener.close();
  await rm(folder, { recursive: true });

  // Held whole, each page would be 20 MB: 400 MB in all.
  assert.ok(
    grownBytes < (readers * features * textLength) / 3,
    `grew by ${Math.round(grownBytes / 1e6)} MB`,
  );
});

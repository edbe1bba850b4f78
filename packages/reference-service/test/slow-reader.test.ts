import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { createReferenceService } from "../src/index.ts";
import { listen } from "../src/program/serve-command.ts";

const readers = 20;
const features = 2_000;
const textLength = 20_000;

it("clients that do not read a large page are sent only a little of it", async () => {
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
  let answered = 0;
  let writtenBytes = 0;
  const counted = async (request: Request) => {
    const response = await service.fetch(request);
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        writtenBytes += part.length;
        controller.enqueue(part);
      },
    });
    answered++;
    return new Response(response.body!.pipeThrough(counting), response);
  };
  const listener = await listen({ ...service, fetch: counted }, { port: 0, host: "127.0.0.1" });
  const exchange = await fetch(`${listener.url}/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: secret }),
  });
  const { access_token: token } = (await exchange.json()) as { access_token: string };
  const path = `/ogc/features/v1/collections/svc:hotspots/items?limit=${features}`;

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
  // Until nothing more is written in a thousand turns of the event loop.
  for (let idle = 0, before = 0; idle < 1000 || answered <= readers; idle++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (writtenBytes > before) [idle, before] = [0, writtenBytes];
  }
  for (const socket of sockets) socket.destroy();
  await listener.close();
  await rm(folder, { recursive: true });

  // Only the system's buffers are filled; full pages would be 40 MB each, 800 MB in total.
  assert.ok(
    writtenBytes < (readers * features * textLength) / 3,
    `wrote ${Math.round(writtenBytes / 1e6)} MB`,
  );
});

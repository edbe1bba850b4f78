import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Pause } from "@emberline/turns";
import { createReferenceService, type ReferenceServiceOptions } from "../src/index.ts";
import { listen } from "../src/program/serve-command.ts";
import { featuresUrl, start, testClient } from "./service-harness.ts";

const squares = 2_000;
/** Its outline runs through the boxes of many squares, so that their edges must be examined. */
const triangle = "S_INTERSECTS(geometry, POLYGON((0 0, 60 1, 1 60, 0 0)))";
const path = `/collections/svc:satellite-perimeters/items?filter=${encodeURIComponent(triangle)}`;

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-turns-"));
  const lines = Array.from({ length: squares }, (_, i) => {
    const [west, south] = [i % 50, Math.floor(i / 50)];
    const [east, north] = [west + 0.9, south + 0.9];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const properties = { datetime: "2025-06-20T00:00:00Z", note: "x".repeat(200) };
    const geometry = { type: "Polygon", coordinates: [ring] };
    return JSON.stringify({ type: "Feature", id: `p${i}`, geometry, properties });
  });
  await writeFile(join(folder, "perimeters.geojsonl"), lines.join("\n"));
});
after(() => rm(folder, { recursive: true }));

/** Turns whose pauses are controlled by the test. */
function turnsThat(wait: (signal: AbortSignal, pauses: number) => Promise<void> | undefined) {
  const counted = { pauses: 0 };
  const pauseOf = (signal: AbortSignal): Pause => {
    return () => {
      if (signal.aborted) return Promise.reject(signal.reason);
      return wait(signal, ++counted.pauses);
    };
  };
  return { counted, pauseOf };
}

const passing = () => turnsThat(() => undefined);

/** Rejects when the signal is aborted, and never resolves. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

async function startWith(options: Partial<ReferenceServiceOptions>) {
  return start({ data: folder, ...options });
}

describe("a search takes turns with other work", () => {
  it("pauses at every geometry that it examines, with the same result as without pauses", async () => {
    const turns = passing();
    const harness = await startWith({ turns });
    const loading = turns.counted.pauses;
    const { numberMatched } = await harness.json(`${path}&limit=1`);
    assert.ok(turns.counted.pauses - loading > squares, `${turns.counted.pauses} pauses`);
    const searched = turns.counted.pauses;
    await harness.json(`${path}&limit=2`);
    // A further page reuses the result of the first.
    assert.ok(turns.counted.pauses - searched < 10);
    const undisturbed = await startWith({});
    assert.equal((await undisturbed.json(`${path}&limit=1`)).numberMatched, numberMatched);
  });

  it("pauses while a large page is read", async () => {
    const turns = passing();
    const harness = await startWith({ turns });
    const response = await harness.get(
      `/collections/svc:satellite-perimeters/items?limit=${squares}`,
    );
    const before = turns.counted.pauses;
    const text = await response.text();
    const chunks = Math.floor(text.length / (1 << 17));
    assert.ok(chunks > 3 && turns.counted.pauses - before >= chunks);
    assert.equal(JSON.parse(text).features.length, squares);
  });

  it("loads and orders in turns", async () => {
    const turns = passing();
    await startWith({ turns });
    assert.ok(turns.counted.pauses > 0);
  });

  it("prepares a heavy literal in turns, and refuses one that crosses itself too often", async () => {
    const turns = passing();
    const harness = await startWith({ turns });
    const star = (corners: number) => {
      const ring = Array.from({ length: corners + 1 }, (_, i) => {
        const angle = (((i % corners) * ((corners - 1) / 2)) / corners) * 2 * Math.PI;
        return `${(20 * Math.cos(angle)).toFixed(5)} ${(20 * Math.sin(angle)).toFixed(5)}`;
      });
      return encodeURIComponent(`S_INTERSECTS(geometry, POLYGON((${ring.join(",")})))`);
    };
    const items = "/collections/svc:satellite-perimeters/items?limit=1&filter=";
    const before = turns.counted.pauses;
    await harness.json(items + star(301));
    assert.ok(turns.counted.pauses - before > 500);
    const refused = await harness.get(items + star(1001));
    assert.equal(refused.status, 400);
    const body = (await refused.json()) as { code: string; description: string };
    assert.equal(body.code, "invalid-parameter");
    assert.match(body.description, /"filter" cannot be used: .*cross itself at most 50,000 times/);
  });
});

describe("a search ends", () => {
  it("when its caller aborts, and rejects with the caller's reason", async () => {
    const caller = new AbortController();
    const reason = new Error("no longer wanted");
    const turns = turnsThat((_, pauses) => {
      if (pauses === abortAt) caller.abort(reason);
      return undefined;
    });
    let abortAt = Number.POSITIVE_INFINITY;
    const harness = await startWith({ turns });
    abortAt = turns.counted.pauses + 10;
    await assert.rejects(harness.get(path, { signal: caller.signal }), reason);
    assert.equal(turns.counted.pauses, abortAt);
  });

  it("when the connection of its caller closes", async () => {
    let searching = false;
    let onSearch = () => {};
    const begun = new Promise<void>((resolve) => {
      onSearch = resolve;
    });
    let onEnd = (_: unknown) => {};
    const ended = new Promise<unknown>((resolve) => {
      onEnd = resolve;
    });
    const turns = turnsThat((signal) => {
      if (!searching) return undefined;
      onSearch();
      signal.addEventListener("abort", () => onEnd(signal.reason));
      return untilAborted(signal);
    });
    const { service, token } = await startWith({ turns });
    const listener = await listen(service, { port: 0, host: "127.0.0.1" });
    searching = true;
    const { port, pathname } = new URL(path.replace(/^/, `${listener.url}/ogc/features/v1`));
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    const query = `filter=${encodeURIComponent(triangle)}`;
    socket.write(
      `GET ${pathname}?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await begun;
    socket.destroy();
    assert.equal(((await ended) as { code: string }).code, "cancelled");
    await listener.close();
  });

  it("with 503 when its time is up, even while it waits", async () => {
    let searching = false;
    const turns = turnsThat((signal) => (searching ? untilAborted(signal) : undefined));
    const harness = await startWith({ turns, maxSearchSeconds: 0.001 });
    searching = true;
    const response = await harness.get(path);
    assert.equal(response.status, 503);
    // Longer than a client retries within one call, since a retry would fail again.
    assert.equal(response.headers.get("Retry-After"), "60");
    assert.deepEqual(await response.json(), {
      code: "too-slow",
      description:
        "The selection takes longer than 0.001 seconds here; ask for a smaller area, a shorter time or a simpler filter.",
    });
  });

  it("for one caller, and continues for others", async () => {
    const caller = new AbortController();
    const service = await createReferenceService({ clients: [testClient], data: folder });
    const exchanged = await service.fetch(
      new Request("http://service.test/v1/token", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ client_id: testClient.id, client_secret: testClient.secret }),
      }),
    );
    const { access_token } = (await exchanged.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };
    const leaving = service.fetch(
      new Request(featuresUrl + path, { headers, signal: caller.signal }),
    );
    const staying = service.fetch(new Request(featuresUrl + path, { headers }));
    caller.abort(new Error("left"));
    await assert.rejects(leaving, /left/);
    assert.equal((await staying).status, 200);
  });
});

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { processTurns } from "@emberline/turns";
import postgres from "postgres";
import { openPostgis } from "../../src/service/open-postgis.ts";
import { createReferenceService, type ReferenceService } from "../../src/service/service.ts";
import { exchange } from "../service-harness.ts";

const clients = [{ id: "one", secret: "a-secret-of-the-client" }];
const password = "a-password-of-the-database";
const items = "/ogc/features/v1/collections/svc:static-heat-sources/items";

/** A network between service and database that can fail. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Transactions that the service has begun. */
  begun = 0;
  port = 0;

  constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect(target, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on("data", (bytes) => {
        this.begun += bytes.toString("latin1").split("BEGIN").length - 1;
      });
      near.pipe(far).pipe(near);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function signIn(service: ReferenceService): Promise<string> {
  const response = await exchange(service, clients[0]);
  return ((await response.json()) as { access_token: string }).access_token;
}

function get(service: ReferenceService, token: string, path: string, headers = {}) {
  return service.fetch(
    new Request(`http://service.example${path}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    }),
  );
}

describe("a service with its features in PostGIS", () => {
  let cluster: Cluster;
  let network: Network;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), "emberline-store-"));
  before(async () => {
    const lines = Array.from({ length: 25 }, (_, i) =>
      JSON.stringify({
        type: "Feature",
        id: `source-${i}`,
        geometry: { type: "Point", coordinates: [i, i / 2] },
        properties: { name: `Plant ${i}`, heat: i % 3 === 0 ? "high" : i },
      }),
    );
    writeFileSync(join(folder, "static-heat-sources.geojsonl"), lines.join("\n"));
    cluster = await startCluster();
    network = new Network(cluster.port);
    await network.start();
    url = `postgres://postgres:${password}@127.0.0.1:${network.port}/postgres`;
  });
  after(async () => {
    await network.stop();
    cluster.stop();
    rmSync(folder, { recursive: true });
  });

  it("answers as one in memory, and still after a restart without the files", async () => {
    const first = await createReferenceService({ clients, data: folder, store: { url } });
    assert.equal(first.report.collections["svc:static-heat-sources"], 25);
    await first.close();
    const memory = await createReferenceService({ clients, data: folder });
    const stored = await createReferenceService({ clients, store: { url } });
    assert.equal(stored.synthetic, false);
    const tokens = [await signIn(memory), await signIn(stored)] as const;
    const filter = encodeURIComponent("heat > 7 OR heat = 'high'");
    for (const query of ["limit=3", `limit=4&filter=${filter}`, "bbox=3,0,9,9&limit=50"]) {
      const [expected, actual] = await Promise.all(
        [memory, stored].map(async (service, i) => {
          const response = await get(service, tokens[i]!, `${items}?${query}`);
          assert.equal(response.status, 200);
          return { ...((await response.json()) as object), timeStamp: undefined };
        }),
      );
      assert.deepEqual(actual, expected, query);
    }
    await Promise.all([memory.close(), stored.close()]);
  });

  it("says that the database is away, and goes on when it is back", async () => {
    const logged: string[] = [];
    const service = await createReferenceService({
      clients,
      store: { url },
      log: (entry) => logged.push(JSON.stringify(entry)),
    });
    const token = await signIn(service);
    assert.equal((await get(service, token, items)).status, 200);
    await network.stop();
    const away = await get(service, token, items);
    const text = await away.text();
    await network.start();
    assert.equal(away.status, 503);
    assert.deepEqual(JSON.parse(text), {
      code: "database-away",
      description: "The database of this service cannot be reached at the moment; try again later.",
    });
    assert.equal((await get(service, token, items)).status, 200);
    assert.ok(![...logged, text].join().includes(password));
    await service.close();
  });

  it("does not start without its database, and does not show its password", async () => {
    const wrong = `postgres://nobody:${password}@127.0.0.1:${cluster.port}/nowhere`;
    for (const address of [wrong, `postgres://nobody:${password}@127.0.0.1:1/nowhere`]) {
      await assert.rejects(
        createReferenceService({ clients, store: { url: address } }),
        (error) => {
          assert.ok(!String((error as Error).stack).includes(password));
          return true;
        },
      );
    }
  });

  it("reads a page with its tag and its numbers in one transaction", async () => {
    const service = await createReferenceService({ clients, store: { url } });
    const token = await signIn(service);
    const begunBy = async (path: string, headers = {}) => {
      const before = network.begun;
      const { status } = await get(service, token, path, headers);
      return [status, network.begun - before];
    };
    const tag = (await get(service, token, items)).headers.get("ETag")!;
    assert.deepEqual(await begunBy(items, { "If-None-Match": tag }), [304, 1]);
    for (const query of ["", "?limit=3", "?bbox=3,0,9,9", "?filter=heat%3D'high'", "?f=html"]) {
      assert.deepEqual(await begunBy(items + query), [200, 1], query);
    }
    assert.deepEqual(await begunBy(`${items}/source-3`), [200, 1]);
    await service.close();
  });

  it("gives another entity tag after a change of the collection by another service", async () => {
    const service = await createReferenceService({ clients, store: { url } });
    const token = await signIn(service);
    const tag = (await get(service, token, items)).headers.get("ETag")!;
    const other = await openPostgis({ url, maxReadSeconds: 20 }, processTurns);
    const geometry = { type: "Point" as const, coordinates: [1, 2] as [number, number] };
    const hotspot = { type: "Feature" as const, id: "h", geometry, properties: {} };
    await other.stores["svc:hotspots"].insert([{ ...hotspot, time: undefined }]);
    const same = await get(service, token, items, { "If-None-Match": tag });
    assert.equal(same.status, 304);
    await other.stores["svc:hotspots"].apply({ put: [], remove: ["h"] });
    await other.stores["svc:static-heat-sources"].apply({ put: [], remove: ["source-1"] });
    await other.close();
    const changed = await get(service, token, items, { "If-None-Match": tag });
    assert.equal(changed.status, 200);
    assert.equal(((await changed.json()) as { numberMatched: number }).numberMatched, 24);
    await service.close();
  });

  it("hands features to more feeds at the same time than there are connections", async () => {
    const postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
    const { stored } = postgis.stores["svc:static-heat-sources"];
    const readers = Array.from({ length: 25 }, async () => {
      for await (const _ of stored.during({ start: -Infinity, end: Infinity }));
    });
    await Promise.all(readers);
    await postgis.close();
  });

  it("ends at once for a caller who leaves before there is a connection", async () => {
    const postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
    const other = postgres(url, { max: 1, fetch_types: false });
    const store = postgis.stores["svc:hotspots"];
    await other.begin(async (transaction) => {
      await transaction`LOCK TABLE emberline.hotspots`;
      const leaving = new AbortController();
      const pause = processTurns.pauseOf(leaving.signal);
      // More than there are connections.
      const readings = Array.from({ length: 30 }, () => store.count({}, pause));
      const reason = new Error("All callers left.");
      leaving.abort(reason);
      const ended = await Promise.allSettled(readings);
      assert.ok(ended.every((each) => each.status === "rejected" && each.reason === reason));
    });
    assert.equal(await store.count({}), 0);
    await other.end();
    await postgis.close();
  });

  it("ends the query of a caller who leaves", async () => {
    const postgis = await openPostgis({ url, maxReadSeconds: 60 }, processTurns);
    const other = postgres(url, { max: 1, fetch_types: false });
    const waiting = "state = 'active' AND wait_event_type = 'Lock'";
    const count = async () =>
      Number(
        (await cluster.query(`SELECT count(*) FROM pg_stat_activity WHERE ${waiting};`))[0]![0],
      );
    await other.begin(async (transaction) => {
      await transaction`LOCK TABLE emberline.hotspots`;
      const leaving = new AbortController();
      const reading = postgis.stores["svc:hotspots"].count(
        {},
        processTurns.pauseOf(leaving.signal),
      );
      while ((await count()) === 0);
      const reason = new Error("The caller left.");
      leaving.abort(reason);
      await assert.rejects(reading, reason);
      // The cancellation reaches the server on another connection.
      while ((await count()) > 0);
    });
    await other.end();
    await postgis.close();
  });
});

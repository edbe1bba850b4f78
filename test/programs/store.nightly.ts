import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { runProgram, startServerProcess } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";

const password = "a-password-of-the-database";
const client = { id: "one", secret: "a-secret-of-the-client" };
const count = 250;

describe("the built programs with --store", () => {
  let cluster: Cluster;
  const folder = mkdtempSync(join(tmpdir(), "emberline-store-"));
  before(async () => {
    const lines = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        type: "Feature",
        id: `f-${i}`,
        geometry: { type: "Point", coordinates: [-120 + i / 100, 40] },
        properties: { datetime: new Date(Date.UTC(2025, 6, 1, 0, i)).toISOString(), frp: i },
      }),
    );
    writeFileSync(join(folder, "hotspots.geojsonl"), lines.join("\n"));
    // What is committed outlives a kill.
    cluster = await startCluster(["synchronous_commit=on"]);
    await cluster.query(`
      CREATE ROLE fires LOGIN PASSWORD '${password}';
      CREATE DATABASE fires OWNER fires;
      CREATE DATABASE plain OWNER fires;
      CREATE DATABASE latin OWNER fires ENCODING LATIN1 LOCALE 'C' TEMPLATE template0;`);
    await cluster.query("\\c fires\nCREATE EXTENSION postgis;");
    const [[rules] = [""]] = await cluster.query("SHOW hba_file;");
    const needsPassword = "host all fires 127.0.0.1/32 scram-sha-256\n";
    writeFileSync(rules!, needsPassword + readFileSync(rules!, "utf8"));
    await cluster.query("SELECT pg_reload_conf();");
  });
  after(() => {
    cluster.stop();
    rmSync(folder, { recursive: true });
  });

  const urlOf = (database = "fires", secret = password) =>
    `postgres://fires:${secret}@127.0.0.1:${cluster.port}/${database}`;

  const refusals = {
    "another protocol": ["mysql://fires:PASSWORD@127.0.0.1/fires", /^\S+ .*postgres:\/\/user/],
    "no host": ["postgres:///fires?password=PASSWORD", /postgres:\/\/user/],
    "a port that is not one": [
      "postgres://fires:PASSWORD@127.0.0.1:many/fires",
      /postgres:\/\/user/,
    ],
    "a broken escape": ["postgres://fires:PASSWORD%zz@127.0.0.1:PORT/fires", /postgres:\/\/user/],
    "no text of a URL": ["PASSWORD", /postgres:\/\/user/],
    "an unknown parameter": [
      "postgres://fires:PASSWORD@127.0.0.1:PORT/fires?sslrootcert=/x",
      /unrecognized configuration parameter "sslrootcert"/,
    ],
    "a wrong password": [
      "postgres://fires:PASSWORD-wrong@127.0.0.1:PORT/fires",
      /password authentication failed for user "fires"/,
    ],
    "no such database": [
      "postgres://fires:PASSWORD@127.0.0.1:PORT/nowhere",
      /database "nowhere" does not exist/,
    ],
    "a database without PostGIS": [
      "postgres://fires:PASSWORD@127.0.0.1:PORT/plain",
      /lacks PostGIS: run CREATE EXTENSION postgis as its owner/,
    ],
    "another encoding": [
      "postgres://fires:PASSWORD@127.0.0.1:PORT/latin",
      /must have encoding UTF8/,
    ],
    "a server that is away": [
      "postgres://fires:PASSWORD@127.0.0.1:1/fires",
      /database of this service cannot be reached/,
    ],
    "a server without TLS": [
      "postgres://fires:PASSWORD@127.0.0.1:PORT/fires?sslmode=verify-full",
      /database of this service cannot be reached/,
    ],
  } as const;

  for (const [name, [template, message]] of Object.entries(refusals)) {
    it(`end at once with one sentence and no secret: ${name}`, async () => {
      const url = template.replace("PASSWORD", password).replace("PORT", String(cluster.port));
      const ends = await Promise.all([
        runProgram("service", ["serve", "--port", "0", "--store", url]),
        runProgram("server", ["--port", "0"], { EMBERLINE_STORE: url }),
      ]);
      for (const { code, stdout, stderr } of ends) {
        const text = `${stdout}${stderr}`;
        assert.ok(code === 1 || code === 2, text);
        assert.match(text, message);
        assert.ok(!text.includes(password), text);
        assert.doesNotMatch(text, /^ +at /m);
      }
    });
  }

  it("answer 503 while the database is away, and go on when it is back", async () => {
    const service = await startServiceProcess(["--data", folder], {
      EMBERLINE_STORE: urlOf(),
      EMBERLINE_CLIENT_ID: client.id,
      EMBERLINE_CLIENT_SECRET: client.secret,
    });
    const exchange = await fetch(`${service.url}/v1/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
    });
    const { access_token: token } = (await exchange.json()) as { access_token: string };
    const items = `${service.url}/ogc/features/v1/collections/svc:hotspots/items`;
    const ask = async (query: string) => {
      const response = await fetch(`${items}?limit=7&${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const body = (await response.json()) as { numberMatched?: number; code?: string };
      return { status: response.status, ...body };
    };
    assert.equal((await ask("")).numberMatched, count);

    let isOver = false;
    let answered = 0;
    // Callers who go on asking while the database dies and returns.
    const callers = Array.from({ length: 12 }, async (_, caller) => {
      for (let i = 0; !isOver; i++) {
        const least = (caller + i) % count;
        const { status, numberMatched, code } = await ask(`filter=frp%3E=${least}`);
        if (status === 200) assert.equal(numberMatched, count - least);
        else assert.deepEqual([status, code], [503, "database-away"]);
        answered++;
      }
    });
    const more = async (number: number) => {
      const end = answered + number;
      await eventually(async () => assert.ok(answered >= end));
    };
    try {
      for (let round = 0; round < 3; round++) {
        await more(50);
        cluster.kill();
        await more(50);
        assert.deepEqual((await ask("")).status, 503);
        assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
        cluster.restart();
        await eventually(async () => assert.equal((await ask("")).numberMatched, count));
      }
    } finally {
      isOver = true;
    }
    await Promise.all(callers);
    assert.equal(service.child.exitCode, null);
    await service.stop();
    assert.ok(!service.output().includes(password));
  });

  it("of the server, /readyz and calls say so while the database is away", async () => {
    const server = await startServerProcess([], { env: { EMBERLINE_STORE: urlOf() } });
    const ask = async (least: number) => {
      const response = await fetch(`${server.url}/tools/query_features`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          collection: "svc:hotspots",
          time: "2025-07-01",
          filter: `frp >= ${least}`,
          limit: 1,
        }),
      });
      return { status: response.status, text: await response.text() };
    };
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    const matched = async (least: number) => {
      const { status, text } = await ask(least);
      assert.equal(status, 200, text);
      assert.equal((JSON.parse(text) as { matched: number }).matched, count - least);
    };
    await matched(1);
    assert.equal(await ready(), 200);
    cluster.kill();
    const { status, text } = await ask(2);
    assert.ok(status === 502 || status === 503 || status === 504, `${status} ${text}`);
    assert.match(text, /database of this service cannot be reached|unavailable|again later/);
    await eventually(async () => assert.equal(await ready(), 503));
    cluster.restart();
    await eventually(() => matched(3));
    await eventually(async () => assert.equal(await ready(), 200));
    assert.equal(await server.stop(), 0);
    assert.ok(!server.output().includes(password) && !text.includes(password));
  });
});

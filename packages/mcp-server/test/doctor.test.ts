import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { fixtures as folder } from "@emberline/test-support/programs";
import { serveStandIn } from "@emberline/test-support/stand-in-server";
import { servers } from "@emberline/test-support/stand-ins";
import { startProgram } from "./support/start-program.ts";

const secret = "hush-hush-secret";

/** A service with one collection; by default without faults. */
async function startService(
  t: TestContext,
  {
    path = "",
    date = () => new Date(),
    collections = [{ id: "svc:hotspots", links: [] }],
  }: { path?: string; date?: () => Date; collections?: object[] } = {},
) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const [status, answer] =
      request.url === `${path}/v1/token`
        ? JSON.parse(body).client_secret === secret
          ? [200, { access_token: "granted", expires_in: 60 }]
          : [401, { code: "invalid-client" }]
        : request.headers.authorization !== "Bearer granted"
          ? [401, { code: "invalid-token" }]
          : [200, { collections, links: [] }];
    response.writeHead(status, { "content-type": "application/json", date: date().toUTCString() });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close };
}

/** The lines of the doctor: mark, check and text; and its exit code. */
async function examine(args: readonly string[], environment: Record<string, string> = {}) {
  const { child, output, ended } = startProgram(["doctor", ...args], environment);
  child.stdin.end();
  const code = await ended;
  assert.ok(!(output.stdout + output.stderr).includes(secret), "the secret is not shown");
  const lines = output.stdout.trimEnd().split("\n");
  return {
    code,
    lines,
    marks: lines.map((line) => line.split(/\s+/, 2).join(" ")),
    textOf: (check: string) => lines.find((line) => line.includes(` ${check} `)) ?? "",
  };
}

const account = (url: string, clientSecret = secret) => ({
  EMBERLINE_BASE_URL: url,
  EMBERLINE_CLIENT_ID: "me",
  EMBERLINE_CLIENT_SECRET: clientSecret,
});

test("a service in order has exit code 0", async (t) => {
  const { url } = await startService(t);
  const { code, marks, textOf } = await examine([], account(url));
  assert.deepEqual(marks, [
    "ok configuration",
    "ok reach",
    "ok token",
    "ok collections",
    "ok clock",
  ]);
  assert.match(textOf("collections"), /1: svc:hotspots$/);
  assert.equal(code, 0);
});

test("a service that is not there has exit code 1, and what needs it is not checked", async (t) => {
  const { url, close } = await startService(t);
  close();
  const { code, marks, textOf } = await examine([], account(url));
  assert.deepEqual(marks, [
    "ok configuration",
    "FAIL reach",
    "– token",
    "– collections",
    "– clock",
  ]);
  assert.match(textOf("reach"), /refuses connections: check the port of EMBERLINE_BASE_URL/);
  assert.equal(code, 1);
});

test("a wrong secret is blamed on the credentials", async (t) => {
  const { url } = await startService(t);
  const { code, marks, textOf } = await examine([], account(url, "wrong-secret"));
  assert.deepEqual(marks.slice(1, 4), ["ok reach", "FAIL token", "– collections"]);
  assert.match(textOf("token"), /check EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET/);
  assert.equal(code, 1);
});

test("a wrong path of the base URL is blamed on the base URL", async (t) => {
  const { url } = await startService(t, { path: "/fires" });
  assert.equal((await examine([], account(`${url}/fires`))).code, 0);
  const { code, textOf } = await examine([], account(`${url}/fire`));
  assert.match(textOf("token"), /no token endpoint at this address: check the base URL/);
  assert.doesNotMatch(textOf("token"), /CLIENT_SECRET/);
  assert.equal(code, 1);
});

for (const [hours, said] of [
  [-1, "ahead of"],
  [1, "behind"],
] as const) {
  test(`a service whose clock is ${hours} h off finds this machine ${said} it`, async (t) => {
    const date = () => new Date(Date.now() + hours * 3_600_000);
    const { url } = await startService(t, { date });
    const { code, marks, textOf } = await examine([], account(url));
    assert.deepEqual(marks.slice(1), ["ok reach", "ok token", "ok collections", "FAIL clock"]);
    assert.match(textOf("clock"), new RegExp(`this machine is 3[56]\\d\\d s ${said} the service`));
    assert.equal(code, 1);
  });
}

test("a service without collections has exit code 1", async (t) => {
  const { url } = await startService(t, { collections: [] });
  const { code, marks } = await examine([], account(url));
  assert.deepEqual(marks.slice(2), ["ok token", "FAIL collections", "ok clock"]);
  assert.equal(code, 1);
});

test("each of several services is checked, by its name", async (t) => {
  const good = await startService(t);
  const wrong = await startService(t);
  const gone = await startService(t);
  gone.close();
  const entry = (name: string, url: string, variable: string) => ({
    name,
    baseUrl: url,
    clientId: "me",
    secretVariable: variable,
  });
  const services = [
    entry("good", good.url, "GOOD"),
    entry("wrong", wrong.url, "WRONG"),
    entry("gone", gone.url, "GOOD"),
  ];
  const { code, marks, lines } = await examine([], {
    EMBERLINE_SERVICES: JSON.stringify({ services }),
    GOOD: secret,
    WRONG: "wrong-secret",
  });
  assert.deepEqual(marks, [
    "ok configuration",
    ...["ok reach", "ok token", "ok collections", "ok clock"],
    ...["ok reach", "FAIL token", "– collections", "ok clock"],
    ...["FAIL reach", "– token", "– collections", "– clock"],
  ]);
  const names = lines.slice(1).map((line) => /^\S+ +\S+ +(\w+): /.exec(line)?.[1]);
  assert.deepEqual(
    names,
    ["good", "wrong", "gone"].flatMap((name) => Array(4).fill(name)),
  );
  assert.match(lines[6]!, /check its clientId and secret/);
  assert.match(lines[9]!, /check the port of its baseUrl/);
  assert.equal(code, 1);
});

test("a wrong setting is one line with exit code 1", async () => {
  const { code, marks, textOf } = await examine(["--tools", "show_mapp"], account("http://x.test"));
  assert.deepEqual(marks, ["FAIL configuration"]);
  assert.match(textOf("configuration"), /--tools has "show_mapp" \(did you mean "show_map"\?\)/);
  assert.equal(code, 1);
});

test("the data of the embedded service is loaded and counted", async () => {
  const { code, marks, textOf } = await examine(["--embedded", folder]);
  assert.deepEqual(marks.slice(0, 2), ["ok configuration", "ok data"]);
  assert.match(textOf("data"), /Serving \d+ svc:satellite-perimeters/);
  assert.equal(code, 0);
  const empty = await examine(["--embedded", fileURLToPath(new URL("support", import.meta.url))]);
  assert.deepEqual(empty.marks, ["ok configuration", "FAIL data"]);
  assert.match(empty.textOf("data"), /has no data files/);
  assert.equal(empty.code, 1);
});

test("what another OGC API Features server can and cannot do is stated by collection", async (t) => {
  const { "pygeoapi: datetime ignored, no filter, HTML unless f=json": pygeoapi } = servers;
  const { code, marks, textOf } = await examine([], {
    EMBERLINE_BASE_URL: await serveStandIn(t, pygeoapi),
    EMBERLINE_FEATURES_PATH: "/",
    EMBERLINE_AUTH: "none",
  });
  assert.equal(code, 0);
  assert.deepEqual(marks.slice(0, 5), [
    "ok configuration",
    "ok reach",
    "ok token",
    "ok collections",
    "ok clock",
  ]);
  assert.match(textOf("configuration"), /12 tools/);
  assert.match(
    textOf("abilities"),
    /detections: pages by offset, of 500 when 1,000 are asked; counts matches; no selection by time; no filters; 4 properties described; roles time, satellite$/,
  );
  assert.match(textOf("advice"), /detections: calls with a time read every feature of the area/);
  assert.match(textOf("simulations"), /not offered by the service/);
});

test("each of several other servers has its own abilities and advice", async (t) => {
  const named = {
    plain: servers["MapServer: no datetime, no filter, no queryables"],
    able: servers["tipg: times as text, pages of at most 1,000, links behind a proxy"],
  };
  const services = await Promise.all(
    Object.entries(named).map(async ([name, habits]) => ({
      name,
      baseUrl: await serveStandIn(t, habits),
      featuresPath: "/",
      auth: "none",
    })),
  );
  const { code, lines } = await examine([], {
    EMBERLINE_SERVICES: JSON.stringify({ services }),
    EMBERLINE_ROLES: '{"able:detections": {"strength": "brightness"}}',
  });
  assert.equal(code, 0);
  const of = (check: string, name: string) =>
    lines.filter((line) => new RegExp(`^\\S+ +${check} +${name}: `).test(line));
  for (const name of Object.keys(named)) {
    for (const check of ["reach", "token", "collections", "clock", "simulations"])
      assert.equal(of(check, name).length, 1, `${name} ${check}`);
    assert.equal(of("abilities", name).length, 1);
  }
  assert.match(of("abilities", "plain")[0]!, /no selection by time; no filters; properties not/);
  assert.match(
    of("abilities", "able")[0]!,
    /selects by time \(instants\); filters by cql2-text; 4 properties described; roles time, satellite, strength$/,
  );
  assert.equal(of("advice", "able").length, 0);
  assert.ok(of("advice", "plain").length >= 2);
});

test("a service without a known time names the role as several services write it", async (t) => {
  const habits = {
    ...servers["MapServer: no datetime, no filter, no queryables"],
    timeOf: () => undefined,
  };
  const services = await Promise.all(
    ["stops", "lakes"].map(async (name) => ({
      name,
      baseUrl: await serveStandIn(t, habits),
      featuresPath: "/",
      auth: "none",
    })),
  );
  const { lines } = await examine([], { EMBERLINE_SERVICES: JSON.stringify({ services }) });
  const advice = lines.filter((line) => line.includes("EMBERLINE_ROLES"));
  assert.equal(advice.length, 2);
  assert.match(advice[0]!, /name it in EMBERLINE_ROLES under "stops:detections" if there is one$/);
});

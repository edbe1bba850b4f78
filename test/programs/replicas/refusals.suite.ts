import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as send } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import {
  type RecordedUpstream,
  startUpstream,
} from "../../../apps/server/test/support/upstream.ts";
import { type Nginx, startNginx } from "../support/nginx.ts";

/** Organizations: of one the service refuses the client, of another it takes no requests now. */
const names = ["acme", "revoked", "throttled"] as const;
type Name = (typeof names)[number];

const keyOf = (name: Name) => `emberline_key-of-${name}`;
const retryAfter = "77";

let upstream: RecordedUpstream;
let folder: string;
let servers: [ServerProcess, ServerProcess];
let nginx: Nginx;
/** Requests for perimeters that wait for `release`. */
let held = 0;
let release = () => {};
let released = Promise.resolve();

before(async () => {
  const operator = { id: "operator", secret: "hush-hush-operator", organization: "operator" };
  upstream = await startUpstream([operator], fixtures, async (request, serve) => {
    if (request.url.endsWith("/v1/token") && (await request.clone().text()).includes("throttled"))
      return new Response(null, { status: 503, headers: { "retry-after": retryAfter } });
    if (request.url.includes("satellite-perimeters/items")) {
      held += 1;
      await released;
    }
    return serve(request);
  });
  folder = await mkdtemp(join(tmpdir(), "emberline-refusals-"));
  const keys = names.map((name) => ({
    name,
    sha256: createHash("sha256").update(keyOf(name)).digest("hex"),
    ...(name !== "acme" && { upstream: { clientId: name, secretVariable: "CLIENT_SECRET" } }),
  }));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys }));
  servers = await Promise.all([start(), start()]);
  nginx = await startNginx({ servers: servers.map(({ url }) => url) });
});
after(async () => {
  await nginx?.stop();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** With one call that runs and one that waits, so that the next is refused. */
const start = (port?: number) =>
  startServerProcess(["--trust-proxy"], {
    ...(port !== undefined && { port }),
    env: {
      ...upstream.environment,
      CLIENT_SECRET: "hush-hush-clients",
      EMBERLINE_AUDIT_LOG: "-",
      EMBERLINE_CIRCUIT_FAILURES: "0",
      EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
      EMBERLINE_MAX_CALLS: "1",
      EMBERLINE_MAX_WAITING_CALLS: "1",
    },
  });

function hold(): void {
  held = 0;
  released = new Promise((resolve) => {
    release = resolve;
  });
}

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** A call on a connection of its own, from an address of this machine. */
function call(
  { url }: { url: string },
  {
    by = "acme",
    of = "hotspots",
    from = "127.0.0.1",
  }: { by?: Name; of?: string; from?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${keyOf(by)}`, "content-type": "application/json" };
    const options = { method: "POST", headers, localAddress: from, agent: false };
    const request = send(`${url}/tools/query_features`, options, (response) => {
      const { statusCode: status, headers } = response;
      const [type, retryAfter] = [headers["content-type"], headers["retry-after"]];
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status, type, retryAfter, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(JSON.stringify({ collection: `svc:${of}`, limit: 1 }));
  });
}

async function isAnswered(): Promise<void> {
  const { status, text } = await call(nginx);
  assert.equal(status, 200, text);
}

/** Calls that the servers have answered, by the lines of their audit logs. */
const answered = () =>
  servers.map(({ output }) => output().split('"outcome":').length - 1).reduce((a, b) => a + b);

/** Without what differs from call to call. */
const wordsOf = ({ text, ...rest }: Answer) => ({
  ...rest,
  text: text.replace(/,"request_id.*/, ""),
});

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.type], [status, "application/problem+json"], answer.text);
  assert.equal(JSON.parse(answer.text).code, code);
}

test("what the service refuses one organization is asked of one server, told as that says it, and fails no call of another", async () => {
  const refusals = [
    ["revoked", 502, "service_authentication", undefined],
    ["throttled", 503, "service_failed", retryAfter],
  ] as const;
  for (const [by, status, code, seconds] of refusals) {
    const said = await call(servers[0], { by });
    assertProblem(said, status, code);
    assert.equal(said.retryAfter, seconds);
    const before = answered();
    for (let index = 0; index < 6; index++) {
      assert.deepEqual(wordsOf(await call(nginx, { by })), wordsOf(said));
      await isAnswered();
    }
    await eventually(async () => assert.equal(answered() - before, 12));
  }
});

test("in a burst from several addresses every call is answered, or refused by a server in its words", async () => {
  hold();
  const before = answered();
  let refused = 0;
  const calls = [2, 3, 4, 5, 6, 7].flatMap((last) =>
    Array.from({ length: 10 }, async () => {
      const answer = await call(nginx, { of: "satellite-perimeters", from: `127.0.0.${last}` });
      if (answer.status !== 200) refused += 1;
      return answer;
    }),
  );
  // Each server has at most two calls, and the others are refused at once.
  await eventually(async () => assert.ok(refused >= calls.length - 4, String(refused)));
  release();
  for (const answer of await Promise.all(calls)) {
    if (answer.status === 200) continue;
    assertProblem(answer, 503, "busy");
    assert.equal(answer.retryAfter, "2");
  }
  await eventually(async () => assert.equal(answered() - before, calls.length));
});

test("an address with too many requests is refused with the seconds to wait", async () => {
  const { port } = new URL(nginx.url);
  const sockets: Socket[] = [];
  try {
    for (let index = 0; index < 64; index++) {
      const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: "127.0.0.8" });
      sockets.push(socket);
      socket.write("POST /tools HTTP/1.1\r\nHost: emberline\r\nContent-Length: 9\r\n\r\n");
    }
    await eventually(async () => {
      const answer = await call(nginx, { from: "127.0.0.8" });
      assertProblem(answer, 429, "too_many_requests");
      assert.equal(answer.retryAfter, "2");
    });
    await isAnswered();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test("a rolling restart loses no call, and neither does a server that is down", async () => {
  for (const index of [0, 1] as const) {
    const { url, child } = servers[index];
    hold();
    const running = call(servers[index], { of: "satellite-perimeters" });
    await eventually(async () => assert.equal(held, 1));
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    // It still takes calls while it only says that it is not ready, and its one slot is held.
    await eventually(async () => {
      assert.equal(await fetch(`${url}/readyz`).catch(() => null), null);
    });
    for (let time = 0; time < 6; time++) await isAnswered();
    release();
    assert.equal((await running).status, 200);
    assert.deepEqual(await exited, [0, null]);
    for (let time = 0; time < 6; time++) await isAnswered();
    let isUp = false;
    const restarted = start(Number(new URL(url).port)).finally(() => {
      isUp = true;
    });
    while (!isUp) await isAnswered();
    servers[index] = await restarted;
  }
});

test("without a server nginx says so, with the seconds to wait", async () => {
  await Promise.all(servers.map((server) => server.stop()));
  const answer = await call(nginx);
  assertProblem(answer, 503, "not_ready");
  assert.equal(answer.retryAfter, "5");
});

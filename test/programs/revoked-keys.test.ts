import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startIssuer } from "../../apps/server/test/support/issuer.ts";

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const keys = {
  acme: "emberline_acme-key",
  globex: "emberline_globex-key",
  later: "emberline_later-key",
};
type Name = keyof typeof keys;

const entryOf = (name: Name) => ({
  name,
  sha256: createHash("sha256").update(keys[name]).digest("hex"),
});

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  accept: "application/json, text/event-stream",
});

function post(send: Fetch, token: string, body: object, headers: Record<string, string> = {}) {
  return send("/mcp", {
    method: "POST",
    headers: { ...headersOf(token), "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** A stream of news of each generation. */
const streams: Record<string, (send: Fetch, token: string) => Promise<Response>> = {
  "2026-07-28": (send, token) => {
    const params = {
      notifications: { resourceSubscriptions: ["emberline://places/50%2C10"] },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "tests", version: "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    };
    const message = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
    return post(send, token, message, headers);
  },
  "2025-11-25": async (send, token) => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "tests", version: "0" },
    };
    const begun = await post(send, token, { jsonrpc: "2.0", id: 1, method: "initialize", params });
    if (!begun.ok) return begun;
    await begun.text();
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id")! };
    return send("/mcp", { headers: { ...headersOf(token), ...session } });
  },
};

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Whether a stream has ended; `ended` resolves when it does. */
function watch(response: Response) {
  assert.equal(response.status, 200);
  const state = { isOver: false, ended: Promise.resolve() };
  state.ended = response.text().then(
    () => {},
    // A stream may also end by the end of its connection.
    () => {},
  );
  state.ended = state.ended.then(() => {
    state.isOver = true;
  });
  return state;
}

/** Resolves when the server has printed a line that matches. */
async function printed({ child, output }: ServerProcess, line: RegExp): Promise<void> {
  while (!line.test(output())) await once(child.stderr!, "data");
}

test("a key that leaves the keys file is refused at once, and its streams end; other keys keep theirs", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-revoked-"));
  const file = join(folder, "keys.json");
  // As an operator's tool does it: a reader never meets half a file.
  const write = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const writeKeys = (...names: Name[]) => write(JSON.stringify({ keys: names.map(entryOf) }));
  await writeKeys("acme", "globex");
  const server = await startServerProcess(["--data", fixtures], {
    env: { EMBERLINE_KEYS_FILE: file },
  });
  t.after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const send: Fetch = (path, init) => fetch(new URL(path, server.url), init);
  const statusOf = async (name: Name) =>
    (await send("/tools", { headers: headersOf(keys[name]) })).status;
  const opened = async (name: Name) =>
    Promise.all(
      Object.values(streams).map(async (stream) => watch(await stream(send, keys[name]))),
    );

  const revoked = await opened("acme");
  const kept = await opened("globex");
  assert.equal(await statusOf("later"), 401);

  await write('{"keys": [');
  await printed(
    server,
    /keys file cannot be read: its earlier keys stay valid for at most a minute.*JSON/,
  );
  assert.deepEqual([await statusOf("acme"), await statusOf("globex")], [200, 200]);

  await writeKeys("globex", "later");
  await Promise.all(revoked.map(({ ended }) => ended));
  assert.deepEqual(
    [await statusOf("acme"), await statusOf("globex"), await statusOf("later")],
    [401, 200, 200],
  );
  assert.deepEqual(
    kept.map(({ isOver }) => isOver),
    [false, false],
  );
  await printed(server, /keys were read again: new later; revoked acme/);

  await writeKeys();
  await Promise.all(kept.map(({ ended }) => ended));
  assert.deepEqual([await statusOf("globex"), await statusOf("later")], [401, 401]);
  for (const key of Object.values(keys)) assert.ok(!server.output().includes(key));
});

for (const [revision, stream] of Object.entries(streams)) {
  test(`${revision}: a stream ends when the token of its client expires`, async () => {
    const issuer = await startIssuer();
    const app = await appInProcess(["--data", fixtures], {
      EMBERLINE_PUBLIC_URL: origin,
      EMBERLINE_OAUTH_ISSUER: issuer.url,
    });
    const claims = { sub: "ann", aud: origin };
    const toleranceSeconds = 30;
    const opening = async (seconds: number): Promise<Response> => {
      const exp = Math.floor(Date.now() / 1000) - toleranceSeconds + seconds;
      const response = await stream(app, await issuer.token({ ...claims, exp }));
      // On a machine too slow for this token a longer one will do.
      return response.status === 401 ? opening(seconds * 2) : response;
    };
    const lasting = watch(await stream(app, await issuer.token(claims)));
    const ending = watch(await opening(2));
    // What ends a stream must outlive everything else that its request left behind.
    const collecting = setInterval(collectGarbage, 100);
    await ending.ended;
    clearInterval(collecting);
    assert.equal(lasting.isOver, false);
    await issuer.close();
  });
}

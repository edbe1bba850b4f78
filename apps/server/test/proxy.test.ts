import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings, startServer } from "emberline";

const key = "first-key-9d2-of-some-length";

/** The app behind a proxy that serves it at https://fires.example. */
async function startApp(host: string) {
  const environment = {
    EMBERLINE_PUBLIC_URL: "https://fires.example",
    EMBERLINE_API_KEYS: key,
  };
  const settings = readSettings({ args: ["--host", host], environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return (headers: Record<string, string>) =>
    app.fetch(
      new Request("http://127.0.0.1:3000/tools", {
        headers: { authorization: `Bearer ${key}`, ...headers },
      }),
    );
}

for (const listening of ["127.0.0.1", "0.0.0.0"]) {
  test(`listening on ${listening}, pages of the public host may call, whatever Host the proxy sends`, async () => {
    const ask = await startApp(listening);
    for (const host of ["fires.example", "127.0.0.1:3000"]) {
      assert.equal((await ask({ host })).status, 200, host);
      const origin = "https://fires.example";
      assert.equal((await ask({ host, origin })).status, 200, `a page, by ${host}`);
      const attacker = "https://attacker.example";
      assert.equal((await ask({ host, origin: attacker })).status, 403, host);
    }
  });
}

test("without a public URL a loopback server refuses a proxy's host", async () => {
  const settings = readSettings({ args: [], environment: {} });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  const request = new Request("http://127.0.0.1:3000/tools", {
    headers: { host: "fires.example" },
  });
  assert.equal((await app.fetch(request)).status, 403);
});

test("the start-up lines show secrets that were made for them, and none that the operator chose", async () => {
  const chosen = {
    EMBERLINE_API_KEYS: "hush-hush-caller-one,hush-hush-caller-two",
    EMBERLINE_METRICS_KEY: "hush-hush-metrics",
    EMBERLINE_SIGNING_SECRET: "hush-hush-signing-of-some-length-1234567890",
    EMBERLINE_CLIENT_SECRET: "hush-hush-client",
    EMBERLINE_ADMIN_KEY: "hush-hush-administrator",
  };
  const bannerWith = async (environment: Record<string, string>) => {
    const server = await startServer(readSettings({ args: ["--port", "0"], environment }));
    await server.close();
    return server.banner;
  };
  assert.ok(!(await bannerWith(chosen)).includes("hush-hush"));
  assert.match(
    await bannerWith({}),
    /client secret +[0-9a-f]{32}\n +settings +\S+\?link=[\w-]{32}\n/,
  );
});

test("the start-up lines show the public addresses, and the service's own unless it is open", async () => {
  const environment = { EMBERLINE_PUBLIC_URL: "https://fires.example/emberline" };
  const settings = readSettings({ args: ["--port", "0", "--open"], environment });
  const server = await startServer(settings);
  const shown = server.banner;
  await server.close();
  for (const line of [
    `Listening        ${server.origin}`,
    "Playground       https://fires.example/emberline/",
    "MCP              https://fires.example/emberline/mcp",
    `Service          ${server.origin}/service`,
    "claude mcp add --transport http emberline https://fires.example/emberline/mcp",
  ]) {
    assert.ok(shown.includes(line), `${line} in ${shown.replace(/secret .*/, "secret …")}`);
  }
});

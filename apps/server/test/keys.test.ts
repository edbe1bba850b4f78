import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";

const key = "first-key-9d2-of-some-length";

/** The app behind a socket with a remote address, and its log for the operator. */
async function startApp(...args: string[]) {
  const settings = readSettings({ args, environment: { EMBERLINE_API_KEYS: key } });
  const lines: string[] = [];
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"), {
    log: (line) => lines.push(line),
  });
  const ask = (remoteAddress: string, authorization?: string, forwarded?: string) =>
    app.fetch(
      new Request("http://127.0.0.1:3000/tools", {
        headers: {
          host: "127.0.0.1:3000",
          ...(authorization && { authorization }),
          ...(forwarded && { "x-forwarded-for": forwarded }),
        },
      }),
      { incoming: { socket: { remoteAddress } } },
    );
  return { ask, lines };
}

test("after ten wrong keys an address must wait, others need not, and a valid key is accepted", async () => {
  const { ask } = await startApp();
  const stranger = "203.0.113.7";
  for (let i = 0; i < 10; i++) assert.equal((await ask(stranger, `Bearer wrong-${i}`)).status, 401);
  const refused = await ask(stranger, "Bearer wrong-10");
  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`);
  assert.match(await refused.text(), /Too many wrong keys/);
  assert.equal((await ask(stranger, `Bearer ${key}`)).status, 200);
  assert.equal((await ask("203.0.113.8", "Bearer wrong")).status, 401);
});

test("addresses of one IPv6 network, and both forms of an IPv4 address, are one", async () => {
  for (const [first, second] of [
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
  ] as const) {
    const { ask } = await startApp();
    for (let i = 0; i < 10; i++) await ask(first, "Bearer wrong");
    assert.equal((await ask(second, "Bearer wrong")).status, 429, second);
    assert.equal((await ask("2001:db8:1:3::1", "Bearer wrong")).status, 401);
  }
});

test("a request without a key does not count as a wrong key", async () => {
  const { ask, lines } = await startApp();
  for (let i = 0; i < 20; i++) assert.equal((await ask("203.0.113.7")).status, 401);
  assert.deepEqual(lines, []);
});

test("wrong keys are logged with their address and without the key, ten a minute", async () => {
  const { ask, lines } = await startApp();
  for (let i = 0; i < 30; i++) await ask("203.0.113.7", "Bearer wrong-hush-hush");
  assert.equal(lines.length, 10);
  assert.equal(lines[0], "a wrong key from 203.0.113.7 (1 of 10 a minute)");
  assert.ok(!lines.join().includes("hush"));
});

test("behind a trusted proxy, the caller is the address that it adds to X-Forwarded-For", async () => {
  for (const [args, status] of [
    [["--trust-proxy"], 401],
    [[], 429],
  ] as const) {
    const { ask, lines } = await startApp(...args);
    for (let i = 0; i < 10; i++) {
      // Earlier entries come from the caller.
      await ask("192.0.2.1", "Bearer wrong", `198.51.100.${i}, 203.0.113.7`);
    }
    const another = await ask("192.0.2.1", "Bearer wrong", "203.0.113.8");
    assert.equal(another.status, status);
    const seen = args.length > 0 ? "203.0.113.7" : "192.0.2.1";
    assert.ok(lines.slice(0, 10).every((line) => line.includes(seen)));
  }
});

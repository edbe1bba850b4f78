import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";

const origin = "http://127.0.0.1:3000";
const callersKey = "a-key-of-a-caller-93b";
const metricsKey = "the-key-of-prometheus-1c7";

/** Asks for the metrics from an address. */
async function appOf(environment: Record<string, string> = {}) {
  const settings = readSettings({
    args: ["--host", "0.0.0.0"],
    environment: { EMBERLINE_API_KEYS: callersKey, ...environment },
  });
  const app = createApp(settings, await openUpstream(settings, origin), {
    metrics: { text: async () => "up 1\n" },
  });
  return (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.fetch(
      new Request(`${origin}/metrics`, { headers: { host: "127.0.0.1:3000", ...headers } }),
      { incoming: { socket: { remoteAddress } } },
    );
}

test("without a key for metrics, only this machine reads them, and no proxy on it", async () => {
  const ask = await appOf();
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    const response = await ask(address);
    assert.equal(response.status, 200, address);
    assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert.equal(await response.text(), "up 1\n");
  }
  const refused = await ask("192.0.2.1", { authorization: `Bearer ${callersKey}` });
  assert.equal(refused.status, 403);
  assert.match(((await refused.json()) as { detail: string }).detail, /EMBERLINE_METRICS_KEY/);
  for (const name of ["Forwarded", "X-Forwarded-For", "Via"]) {
    assert.equal((await ask("127.0.0.1", { [name]: "for=192.0.2.1" })).status, 403, name);
  }
});

test("with one, every reader must send it, and the keys of callers do not open them", async () => {
  const ask = await appOf({ EMBERLINE_METRICS_KEY: metricsKey });
  const withKey = { authorization: `Bearer ${metricsKey}` };
  for (const address of ["127.0.0.1", "192.0.2.1"]) {
    assert.equal((await ask(address, withKey)).status, 200, address);
    for (const key of ["", `Bearer ${callersKey}`]) {
      const refused = await ask(address, { authorization: key });
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get("www-authenticate"), "Bearer");
      assert.doesNotMatch(await refused.text(), /up 1/);
    }
  }
});

test("a key for metrics that is too short, or several, are refused without repeating them", () => {
  for (const [value, expected] of [
    ["short-key", /EMBERLINE_METRICS_KEY .*at least 16,/],
    [`${metricsKey},${callersKey}`, /EMBERLINE_METRICS_KEY .*give one key/],
  ] as const) {
    assert.throws(
      () => readSettings({ args: [], environment: { EMBERLINE_METRICS_KEY: value } }),
      (error: Error) => expected.test(error.message) && !error.message.includes(value),
    );
  }
});

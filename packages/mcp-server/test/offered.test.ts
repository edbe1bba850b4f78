import assert from "node:assert/strict";
import { test } from "node:test";
import { serveStandIn } from "@emberline/test-support/stand-in-server";
import { servers } from "@emberline/test-support/stand-ins";
import { initialize, startProgram } from "./support/start-program.ts";

/* Tools that the service has nothing for are not offered. */

const { "a server that ignores the limit": habits } = servers;

async function toolsOf(environment: Record<string, string>): Promise<string[]> {
  const { child, send, line, ended } = startProgram([], environment);
  send(initialize("2025-11-25"));
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/list" });
  const { result } = await line(({ id }) => id === 1);
  child.stdin.end();
  assert.equal(await ended, 0);
  return (result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

const all = 12;

for (const [auth, more] of [
  ["bearer", { EMBERLINE_TOKEN: "granted" }],
  ["none", {}],
] as const) {
  test(`list_simulations is not offered of a server with auth ${auth} that has none`, async (t) => {
    const names = await toolsOf({
      EMBERLINE_BASE_URL: await serveStandIn(t, habits),
      EMBERLINE_FEATURES_PATH: "/",
      EMBERLINE_AUTH: auth,
      ...more,
    });
    assert.equal(names.length, all - 1);
    assert.ok(!names.includes("list_simulations"));
  });
}

test("list_simulations is offered of a server with a token that lists some", async (t) => {
  const names = await toolsOf({
    EMBERLINE_BASE_URL: await serveStandIn(t, { ...habits, hasSimulations: true }),
    EMBERLINE_FEATURES_PATH: "/",
    EMBERLINE_AUTH: "bearer",
    EMBERLINE_TOKEN: "granted",
  });
  assert.ok(names.includes("list_simulations"));
});

test("several servers without simulations offer no tool for them", async (t) => {
  const services = await Promise.all(
    ["one", "two"].map(async (name) => ({
      name,
      baseUrl: await serveStandIn(t, habits),
      featuresPath: "/",
      auth: "none",
    })),
  );
  const names = await toolsOf({ EMBERLINE_SERVICES: JSON.stringify({ services }) });
  assert.equal(names.length, all - 1);
});

test("a program that offers find_place alone completes, lists and watches nothing else", async () => {
  const { child, send, line, ended } = startProgram(["--embedded", "--tools", "find_place"]);
  send(initialize("2025-11-25"));
  send({ method: "notifications/initialized" });
  const argument = { name: "collection", value: "" };
  const asked = [
    ["completion/complete", { ref: { type: "ref/prompt", name: "explain_filter" }, argument }],
    ["tools/call", { name: "map_features", arguments: { tool: "show_map", layer: "simulations" } }],
    ["resources/read", { uri: "emberline://collections" }],
    ["resources/subscribe", { uri: "emberline://areas/Oregon" }],
  ] as const;
  for (const [index, [method, params]] of asked.entries()) {
    send({ id: index + 1, method, params });
    const { error } = await line(({ id }) => id === index + 1);
    assert.ok(error, method);
  }
  child.stdin.end();
  assert.equal(await ended, 0);
});

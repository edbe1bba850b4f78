import assert from "node:assert/strict";
import { test } from "node:test";
import { createApi } from "../src/server/api.ts";
import { Calls } from "../src/server/calls.ts";

const api = createApi({
  origin: "http://127.0.0.1:3000",
  key: () => null,
  fetch: async () => Response.json({}),
});

test("a pinned call stays shown while others are answered, until it is unpinned", async () => {
  const calls = new Calls(api);
  const first = await calls.run("find_place", {}, { by: "model" });
  calls.pin(first.id);
  await calls.run("find_place", {}, { by: "model" });
  assert.equal(calls.shown.value?.id, first.id);
  calls.pin(null);
  const third = await calls.run("find_place", {}, { by: "model" });
  assert.equal(calls.shown.value?.id, third.id);
});

test("showing another call unpins", async () => {
  const calls = new Calls(api);
  const first = await calls.run("find_place", {}, { by: "model" });
  const second = await calls.run("find_place", {}, { by: "model" });
  calls.pin(first.id);
  calls.show(second.id);
  assert.deepEqual([calls.shown.value?.id, calls.pinnedId.value], [second.id, null]);
});

test("a call can be followed from its start", async () => {
  const calls = new Calls(api);
  const { id, ended } = calls.start("find_place", {}, { by: "example" });
  assert.equal(calls.all.value.find((each) => each.id === id)?.outcome.state, "running");
  assert.equal((await ended).outcome.state, "answered");
});

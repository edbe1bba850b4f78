import assert from "node:assert/strict";
import { openState } from "@emberline/state";

const settings = { redisUrl: null, redisPrefix: "app" };
const state = await openState(settings, (line) => process.stderr.write(`${line}\n`));
await state.values.set("greeting", "hello", 60_000);
assert.equal(await state.values.get("greeting"), "hello");
const counter = state.createCounter({ name: "wrong-keys", limit: 10, windowSeconds: 60 });
assert.equal((await counter.take("192.0.2.1")).remaining, 9);
state.close();

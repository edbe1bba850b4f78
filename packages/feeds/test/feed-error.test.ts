import assert from "node:assert/strict";
import { test } from "node:test";
import { FeedError } from "../src/index.ts";

test("an error of a feed says when to ask again", () => {
  const error = new FeedError("quota", "FIRMS refuses more requests", 60_000);
  assert.equal(error.code, "quota");
  assert.equal(error.retryAfterMs, 60_000);
});

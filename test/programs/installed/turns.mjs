import assert from "node:assert/strict";
import { finishInTurns, processTurns } from "@emberline/turns";

function* sumSteps(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += i;
    if (i % 1000 === 0) yield;
  }
  return sum;
}
const { signal } = new AbortController();
assert.equal(await finishInTurns(sumSteps(1e6), processTurns.pauseOf(signal)), 499999500000);

import assert from "node:assert/strict";
import { test } from "node:test";
import { pairedTest, passAll, wilson } from "../src/score/statistics.ts";

test("Wilson's intervals are those of Newcombe's table (Statistics in Medicine 17, 1998, method 3)", () => {
  const published: [right: number, count: number, low: number, high: number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ];
  for (const [right, count, low, high] of published) {
    const interval = wilson(right / count, count);
    assert.equal(interval.low.toFixed(4), low.toFixed(4));
    assert.equal(interval.high.toFixed(4), high.toFixed(4));
  }
});

test("pass^k is the share of draws of k runs that are all right", () => {
  assert.equal(passAll(4, 4, 4), 1);
  assert.equal(passAll(3, 4, 4), 0);
  // Of the six pairs of four runs, three have both of three right ones.
  assert.ok(Math.abs(passAll(3, 4, 2) - 3 / 6) < 1e-12);
  assert.equal(passAll(3, 4, 1), 3 / 4);
});

test("the paired test of single runs is McNemar's exact test: twice the binomial tail", () => {
  const pairs = (better: number, worse: number, same: number) => [
    ...Array(better).fill(1),
    ...Array(worse).fill(-1),
    ...Array(same).fill(0),
  ];
  // 2 · (C(10, 0) + C(10, 1)) / 2^10.
  assert.ok(Math.abs(pairedTest(pairs(9, 1, 30)) - 22 / 1024) < 1e-12);
  // 2 · (C(6, 0)) / 2^6.
  assert.ok(Math.abs(pairedTest(pairs(0, 6, 4)) - 2 / 64) < 1e-12);
  assert.equal(pairedTest(pairs(5, 5, 0)), 1);
  assert.equal(pairedTest([]), 1);
});

test("the paired test of several runs counts every swap of the two systems", () => {
  // Sums of ±3 ±1 ±1: 5, 3, 3, 1 and their negatives; 5 and -5 are as far as 5.
  assert.equal(pairedTest([3, 1, 1]), 2 / 8);
  // 3, 3, 5 and their negatives are at least as far as 3.
  assert.equal(pairedTest([3, 1, -1]), 6 / 8);
});

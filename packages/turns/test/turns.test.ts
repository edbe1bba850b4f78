import assert from "node:assert/strict";
import { test } from "node:test";
import { eachInTurns, finishInTurns, sliceMs, sortSteps, Turns } from "../src/index.ts";

/** An event loop with a manual clock that counts its rounds. */
class FakeLoop {
  rounds = 0;
  #ms = 0;
  readonly #waiting: (() => void)[] = [];

  now(): number {
    return this.#ms;
  }

  defer(run: () => void): void {
    this.#waiting.push(run);
  }

  work(ms: number): void {
    this.#ms += ms;
  }

  /** Runs deferred work round by round until none is left. */
  async run(): Promise<void> {
    for (;;) {
      // Resumed work runs before the next round.
      await new Promise((resolve) => setImmediate(resolve));
      const round = this.#waiting.splice(0);
      if (round.length === 0) return;
      this.rounds++;
      for (const each of round) each();
    }
  }
}

const { signal } = new AbortController();

test("work lets the event loop run after every slice", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const visited: number[] = [];
  const done = eachInTurns([1, 2, 3, 4, 5, 6], turns.pauseOf(signal), (item) => {
    loop.work(sliceMs / 2);
    visited.push(item);
  });
  await loop.run();
  await done;
  assert.deepEqual(visited, [1, 2, 3, 4, 5, 6]);
  // The first pause comes after the first item, since other work may have run before.
  assert.equal(loop.rounds, 3);
});

test("each round runs one slice of one work, the one with the fewest slices so far first", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const order: string[] = [];
  function* steps(name: string, count: number): Generator<void, string> {
    for (let i = 0; i < count; i++) {
      order.push(name);
      loop.work(sliceMs);
      yield;
    }
    return name;
  }
  const long = finishInTurns(steps("long", 4), turns.pauseOf(signal));
  const short = finishInTurns(steps("short", 2), turns.pauseOf(signal));
  await loop.run();
  assert.deepEqual(await Promise.all([long, short]), ["long", "short"]);
  assert.deepEqual(order, ["long", "short", "long", "short", "long", "long"]);
  assert.ok(loop.rounds >= 5, `${loop.rounds} rounds`);
});

test("a light call has its slices before all others, also those that have had none", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const order: string[] = [];
  const work = (name: string, items: number, isLight = false) =>
    eachInTurns(Array(items).keys(), turns.pauseOf(signal, isLight), () => {
      loop.work(sliceMs);
      order.push(name);
    });
  const works = [work("a", 2), work("b", 2), work("light", 3, true)];
  await loop.run();
  await Promise.all(works);
  assert.deepEqual(order, ["a", "b", "light", "light", "light", "a", "b"]);
});

for (const kind of ["small", "light"]) {
  test(`a large call goes on while ${kind} calls keep coming`, async () => {
    const loop = new FakeLoop();
    const turns = new Turns(loop);
    const callerCount = 20;
    let left = 50;
    let others = 0;
    let sinceLast = 0;
    let longestWait = 0;
    const calls = [
      eachInTurns(Array(left).keys(), turns.pauseOf(signal), () => {
        longestWait = Math.max(longestWait, sinceLast);
        sinceLast = 0;
        left--;
        loop.work(sliceMs);
      }),
      ...Array.from({ length: callerCount }, async () => {
        // A limit, so that the test ends if the large call never does.
        while (left > 0 && others < 20_000) {
          loop.work(sliceMs);
          await turns.pauseOf(signal, kind === "light")();
          others++;
          sinceLast++;
        }
      }),
    ];
    await loop.run();
    await Promise.all(calls);
    assert.ok(others < 20_000, "the large call did not end");
    // Each of the callers may have waited longer, and every eighth turn goes to the longest wait.
    assert.ok(longestWait < 8 * (callerCount + 1), `${longestWait} calls in between`);
  });
}

test("calls that have ended take no turn of the others", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const left = new AbortController();
  loop.work(sliceMs);
  const ended = Array.from({ length: 10 }, () =>
    assert.rejects(async () => turns.pauseOf(left.signal)(), /left/),
  );
  const going = turns.pauseOf(signal)();
  left.abort(new Error("left"));
  await loop.run();
  await Promise.all([...ended, going]);
  assert.equal(loop.rounds, 1);
});

test("work ends with the reason of its signal, waiting or not", async () => {
  const loop = new FakeLoop();
  const turns = new Turns(loop);
  const caller = new AbortController();
  let visits = 0;
  const done = eachInTurns([1, 2, 3], turns.pauseOf(caller.signal), () => {
    visits++;
    loop.work(sliceMs);
  });
  const ended = assert.rejects(done, /left/);
  caller.abort(new Error("left"));
  await loop.run();
  await ended;
  assert.equal(visits, 1);
  await assert.rejects(async () => turns.pauseOf(caller.signal)(), /left/);
});

test("a list of any length is sorted as toSorted does it, with a step every thousand items", () => {
  for (const length of [0, 1, 1024, 1025, 5000, 20_000]) {
    const items = Array.from({ length }, (_, i) => ({ key: (i * 7919) % 101, i }));
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    let steps = 0;
    const sorting = sortSteps(items, byKey);
    for (;;) {
      const { done, value } = sorting.next();
      if (!done) {
        steps++;
        continue;
      }
      assert.deepEqual(value, items.toSorted(byKey));
      break;
    }
    assert.ok(steps >= Math.floor(length / 1024), `${steps} steps for ${length} items`);
  }
});

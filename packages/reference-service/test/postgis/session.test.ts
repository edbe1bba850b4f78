import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Sql } from "postgres";
import { type Connect, Session } from "../../src/postgis/session.ts";

setFlagsFromString("--expose-gc");
const { Bun } = globalThis as { Bun?: { gc(isForced: boolean): void } };
const collectGarbage: () => void = Bun ? () => Bun.gc(true) : runInNewContext("gc");

/** Statements succeed at once. */
const connect: Connect = () => {
  const unsafe = async (statement: string) => ({ command: statement.split(" ")[0] });
  return { unsafe, async end() {} } as unknown as Sql;
};

test("a connection keeps no results of its transactions", async () => {
  const session = new Session(connect);
  const results: WeakRef<object>[] = [];
  for (let i = 0; i < 100; i++) {
    results.push(new WeakRef(await session.transaction("READ ONLY", async () => ({ i }))));
  }
  // What was read in this turn is kept until its end.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  const kept = results.filter((result) => result.deref()).length;
  assert.ok(kept < 10, `${kept} of 100`);
  assert.ok(session.isOpen);
});

const closed = { code: "CONNECTION_CLOSED" };

test("a transaction fails when its connection ends, whatever it waits for", async () => {
  const session = new Session(connect);
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const failing = session.transaction("READ ONLY", () => {
    begun();
    return new Promise<never>(() => {});
  });
  const rejected = assert.rejects(failing, closed);
  await running;
  await session.close();
  await rejected;
  await assert.rejects(
    session.transaction("READ ONLY", async () => {}),
    closed,
  );
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { networkOf } from "@emberline/settings/node";
import { countersIn } from "@emberline/state/counters";
import { fixtures } from "@emberline/test-support/programs";
import { SecretHasher } from "../src/auth/client-records.ts";
import { ClientState } from "../src/auth/client-state.ts";
import { authenticate, Clients } from "../src/auth/clients.ts";
import { Throttle } from "../src/auth/throttle.ts";
import type { Connection } from "../src/index.ts";
import { Problem } from "../src/values/problems.ts";
import { type Body, rootUrl, start, testClient, withSystemClock } from "./service-harness.ts";

const here = "192.0.2.1";
const elsewhere = "198.51.100.7";
const adminKey = "the-administrators-key";

/** A service whose callers have addresses. */
async function startFor(options: Parameters<typeof start>[0] = {}) {
  const { service } = await start({ data: fixtures, ...options });
  const exchange = async (id: string, secret: string, address: string) =>
    service.fetch(
      new Request(`${rootUrl}/v1/token`, {
        method: "POST",
        body: JSON.stringify({ client_id: id, client_secret: secret }),
      }),
      { address },
    );
  const settings = async (key: string, connection: Connection) => {
    const authorization = `Basic ${Buffer.from(`admin:${key}`).toString("base64")}`;
    const request = new Request(`${rootUrl}/settings/api-clients`, {
      headers: { Authorization: authorization },
    });
    return service.fetch(request, connection);
  };
  return { exchange, settings };
}

async function statuses(count: number, ask: (i: number) => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await ask(i)).status);
  return all;
}

/** The clients of a service that has just started, with counted calls of scrypt. */
async function countedClients() {
  const counts = { calls: 0, running: 0, most: 0 };
  const hasher = new SecretHasher(async (secret, salt, length) => {
    counts.calls++;
    counts.most = Math.max(counts.most, ++counts.running);
    await new Promise(setImmediate);
    counts.running--;
    return Buffer.concat([Buffer.from(secret), salt], length);
  });
  const state = new ClientState(undefined);
  const before = new Clients([testClient], state, Date.now, hasher);
  const { record, secret } = await before.create("Created");
  const revoked = await before.create("Revoked");
  await before.revoke(revoked.record.id);
  counts.calls = 0;
  const clients = new Clients([testClient], state, Date.now, hasher);
  const throttle = new Throttle(countersIn(undefined));
  const attempt = (id: string, given: string, address = here) =>
    authenticate({ clients, throttle }, { id, secret: given, address });
  const created = { id: record.id, secret };
  return { counts, attempt, created, revoked: { id: revoked.record.id, secret: revoked.secret } };
}

async function outcome(attempt: Promise<unknown>): Promise<string> {
  try {
    return (await attempt) === undefined ? "wrong" : "right";
  } catch (error) {
    if (error instanceof Problem) return String(error.status);
    throw error;
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

describe("wrong secrets", () => {
  it("never lock out an owner who calls from elsewhere", async () => {
    const { exchange } = await startFor();
    const wrong = await statuses(50, (i) => exchange(testClient.id, `guess-${i}`, here));
    assert.deepEqual(wrong.slice(0, 10), Array(10).fill(401));
    assert.ok(wrong.slice(12).includes(429), "guesses are slowed");
    assert.equal((await exchange(testClient.id, testClient.secret, elsewhere)).status, 200);
    assert.equal((await exchange(testClient.id, "guess", elsewhere)).status, 401);
  });

  it("never lock out the owner of a secret that was valid before, from any address", async () => {
    const { exchange } = await startFor();
    await statuses(50, (i) => exchange(testClient.id, `guess-${i}`, here));
    assert.equal((await exchange(testClient.id, testClient.secret, here)).status, 200);
  });

  it("never lock out the administrator", async () => {
    const { settings } = await startFor({ adminKey });
    const wrong = await statuses(50, (i) => settings(`guess-${i}`, { address: here }));
    assert.deepEqual(wrong.slice(0, 10), Array(10).fill(401));
    assert.ok(wrong.includes(429));
    for (const address of [here, elsewhere]) {
      assert.equal((await settings(adminKey, { address })).status, 200);
    }
  });

  it("are checked ten times for one owner, then once per second, together with the owner's valid one", () =>
    withSystemClock(async (advance) => {
      const { attempt, created } = await countedClients();
      const guess = () => outcome(attempt(created.id, "guess"));
      for (let i = 0; i < 10; i++) assert.equal(await guess(), "wrong");
      assert.equal(
        await outcome(attempt(created.id, created.secret)),
        "right",
        "never seen before",
      );
      for (let i = 0; i < 10; i++) await guess();
      assert.equal(await guess(), "429");
      assert.equal(await outcome(attempt(created.id, "guess", elsewhere)), "wrong");
      assert.equal(await outcome(attempt("another", "guess")), "wrong");
      advance(1_000);
      assert.deepEqual([await guess(), await guess()], ["wrong", "429"]);
      advance(600_000);
      const again = await Promise.all(Array.from({ length: 10 }, guess));
      assert.deepEqual(tally(again), { wrong: 10 });
    }));

  it("must wait a second, by address", async () => {
    const { exchange } = await startFor();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => exchange(`nobody-${i}`, "x", here)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    assert.equal(refused[0]!.headers.get("Retry-After"), "1");
    assert.equal(((await refused[0]!.json()) as Body).code, "too-many-requests");
    assert.equal((await exchange("nobody", "x", elsewhere)).status, 401);
  });
});

describe("the work of a secret", () => {
  it("is equal for unknown, created, revoked and configured ids", async () => {
    const { counts, attempt, created, revoked } = await countedClients();
    for (const id of ["unknown", created.id, revoked.id, testClient.id]) {
      counts.calls = 0;
      assert.equal(await outcome(attempt(id, "wrong")), "wrong");
      assert.equal(counts.calls, 1, id);
    }
    counts.calls = 0;
    assert.equal(await outcome(attempt(revoked.id, revoked.secret)), "wrong");
    assert.equal(counts.calls, 1, "a revoked client's own secret");
  });

  it("is done once for a created client, and never for a configured one", async () => {
    const { counts, attempt, created } = await countedClients();
    for (let i = 0; i < 5; i++) {
      assert.equal(await outcome(attempt(testClient.id, testClient.secret)), "right");
      assert.equal(await outcome(attempt(created.id, created.secret)), "right");
    }
    assert.equal(counts.calls, 1);
  });

  it("is done two at a time, even for 600 connections from one address", async () => {
    const { counts, attempt, created } = await countedClients();
    await attempt(created.id, created.secret);
    counts.calls = 0;
    const strangers = Array.from({ length: 600 }, (_, i) => outcome(attempt(`nobody-${i}`, "x")));
    const owner = outcome(attempt(created.id, created.secret));
    assert.equal(await owner, "right");
    const outcomes = tally(await Promise.all(strangers));
    assert.deepEqual(outcomes, { wrong: 31, "429": 569 });
    assert.deepEqual([counts.calls, counts.most], [31, 2]);
  });

  it("is refused by 503 where too much waits, from however many addresses", async () => {
    const { counts, attempt, created } = await countedClients();
    await attempt(created.id, created.secret);
    counts.calls = 0;
    const strangers = Array.from({ length: 600 }, (_, i) =>
      outcome(attempt("nobody", "x", `10.0.${i >> 8}.${i & 255}`)),
    );
    const owner = outcome(attempt(created.id, created.secret));
    assert.equal(await owner, "right");
    const outcomes = tally(await Promise.all(strangers));
    assert.deepEqual(Object.keys(outcomes).sort(), ["503", "wrong"]);
    assert.equal(outcomes.wrong, counts.calls);
    assert.ok(counts.calls <= 100, `${counts.calls} of 600`);
    assert.equal(counts.most, 2);
    assert.equal(await outcome(attempt("nobody", "x", "10.0.0.1")), "wrong", "room again");
  });
});

describe("a bearer token", () => {
  it("has its signature checked once, and its life and its client each time", async (t) => {
    const { subtle } = globalThis.crypto;
    const verify = t.mock.method(subtle, "verify");
    let now = Date.parse("2026-03-04T15:20:00Z");
    const { get } = await start({ now: () => now, tokenLifetimeSeconds: 60 });
    for (let i = 0; i < 20; i++) assert.equal((await get("/collections")).status, 200);
    assert.equal(verify.mock.callCount(), 1);
    now += 60_000;
    assert.equal((await get("/collections")).status, 401);
  });
});

describe("an address", () => {
  for (const [address, network] of [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
  ] as const) {
    it(`${address} counts as ${network}`, () => assert.equal(networkOf(address), network));
  }
});

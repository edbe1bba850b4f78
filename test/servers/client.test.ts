import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, type ClientOptions, createClient } from "@emberline/core";
import { createReferenceService, type ReferenceServiceOptions } from "@emberline/reference-service";
import { idsOf } from "../../packages/core/test/support/fake-service.ts";

const now = Date.UTC(2026, 6, 20, 12);

/** A client of a separate reference service, and the number of its token exchanges. */
async function setUp(
  service: Partial<ReferenceServiceOptions> = {},
  client: Partial<ClientOptions> = {},
): Promise<{ client: Client; exchanges(): number }> {
  const started = await createReferenceService({
    clients: [{ id: "demo", secret: "secret" }],
    now: () => now,
    seed: 1,
    ...service,
  });
  let exchanges = 0;
  return {
    client: createClient({
      baseUrl: "https://service.example",
      clientId: "demo",
      clientSecret: "secret",
      fetch: (input, init) => {
        if (String(input).endsWith("/v1/token")) exchanges += 1;
        return started.fetch(new Request(input, init));
      },
      ...client,
    }),
    exchanges: () => exchanges,
  };
}

test("a token that expires during a listing is exchanged, and the listing is the same", async () => {
  const whole = await idsOf(
    (await setUp()).client.features.iterate("svc:hotspots", { pageSize: 100 }),
  );
  let passedMs = 0;
  // The client's clock is stopped, so it notices the expiry only when it is refused.
  const { client, exchanges } = await setUp(
    { now: () => now + passedMs, tokenLifetimeSeconds: 60 },
    { clock: { monotonicMs: () => 0 } },
  );
  const ids: unknown[] = [];
  let pages = 0;
  for await (const page of client.features.pages("svc:hotspots", { pageSize: 100 })) {
    ids.push(...page.features.map(({ id }) => id));
    pages += 1;
    if (pages === 3) passedMs = 61_000;
  }
  assert.deepEqual(ids, whole);
  assert.ok(whole.length > 1000);
  assert.equal(exchanges(), 2);
});

test("a listing is the same with any page size, and from any cursor on", async () => {
  const { client } = await setUp();
  const whole = await idsOf(client.features.iterate("svc:hotspots", { pageSize: 10_000 }));
  assert.equal(new Set(whole).size, whole.length);
  assert.deepEqual(
    await idsOf(client.features.iterate("svc:hotspots", { pageSize: 333, prefetch: true })),
    whole,
  );
  const { next } = await client.features.page("svc:hotspots", { limit: 77 });
  assert.deepEqual(
    await idsOf(client.features.iterate("svc:hotspots", { cursor: next! })),
    whole.slice(77),
  );
});

test("a listing goes on from what the service added, in pages of another size", async () => {
  const { client } = await setUp();
  const query = {
    bbox: [-180, -90, 180, 90] as [number, number, number, number],
    filter: "frp > 5",
  };
  const whole = await idsOf(client.features.iterate("svc:hotspots", query));
  const { added } = await client.features.page("svc:hotspots", { ...query, limit: 20 });
  for (const pageSize of [7, 1000, 10_000]) {
    const rest = client.features.iterate("svc:hotspots", { ...query, cursor: added!, pageSize });
    assert.deepEqual(await idsOf(rest), whole.slice(20));
  }
  assert.ok(whole.length > 1000);
});

test("if the service offers only documented operations, the error lists them", async () => {
  const { client } = await setUp({ documentedOnly: true });
  for (const call of [client.collections.get, client.collections.queryables]) {
    await assert.rejects(call("svc:hotspots"), {
      code: "not-found",
      message: /documented for svc:hotspots: one feature by its id/,
    });
  }
  await assert.rejects(client.features.page("svc:hotspots"), {
    code: "not-found",
    message: /documented for svc:hotspots/,
  });
  await assert.rejects(client.features.get("svc:static-heat-sources", "x"), {
    message: /documented for svc:static-heat-sources: description, items, queryables/,
  });
});

test("a wrong secret is an authentication error that does not show it", async () => {
  const { client } = await setUp({}, { clientSecret: "wrong-and-secret" });
  await assert.rejects(
    client.collections.list(),
    (error: Error & { code?: string; serviceCode?: string }) => {
      assert.deepEqual([error.code, error.serviceCode], ["authentication", "invalid-client"]);
      return !error.message.includes("wrong-and-secret");
    },
  );
});

test("a rate limit is waited out, or reported with the wait", async () => {
  const { client } = await setUp({ maxRequestsPerMinute: 2 }, { retry: { maxElapsedMs: 0 } });
  const calls = await Promise.allSettled(
    Array.from({ length: 6 }, () => client.collections.list()),
  );
  const refused = calls.filter((call) => call.status === "rejected").map(({ reason }) => reason);
  assert.ok(refused.length > 0);
  for (const { code, retryAfterMs } of refused) {
    assert.equal(code, "rate-limited");
    assert.ok(retryAfterMs > 0 && retryAfterMs <= 60_000);
  }
});

test("simulations come newest first, each once, with any page size", async () => {
  const { client } = await setUp();
  const listed = async (pageSize: number): Promise<string[]> => {
    const found: string[] = [];
    for await (const { createdAt, id } of client.simulations.iterate({ pageSize }))
      found.push(`${createdAt} ${id}`);
    return found;
  };
  const whole = await listed(100);
  assert.deepEqual(await listed(7), whole);
  assert.ok(whole.length > 7);
  const times = whole.map((line) => Date.parse(line.split(" ")[0]!));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
});

test("a cursor that the service did not make is an invalid request", async () => {
  const { client } = await setUp();
  await assert.rejects(client.simulations.page({ cursor: "made-up" }), {
    code: "invalid-request",
    status: 422,
    serviceCode: "invalid-request",
  });
});

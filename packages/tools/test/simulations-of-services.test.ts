import assert from "node:assert/strict";
import { test } from "node:test";
import { combineClients } from "@emberline/core";
import { hotspot, queryables, simulation } from "./assess-places.ts";
import { answerOf, call, contextOf, type FakeService } from "./support.ts";

/** Two services, `east` and `west`, each with simulations of its own. */
function twoServices(west: Partial<FakeService> = {}) {
  const clientOf = (service: FakeService) => contextOf(service).context.client;
  const empty = { features: { "svc:hotspots": [] }, queryables };
  const east = { ...empty, features: { "svc:hotspots": [hotspot("h", 1)] } };
  const clients = [
    { name: "east", client: clientOf({ ...east, simulations: [simulation("e1", 5)] }) },
    {
      name: "west",
      client: clientOf({
        ...empty,
        simulations: [simulation("w1", 6), simulation("w2", 7)],
        ...west,
      }),
    },
  ];
  return { ...contextOf(empty).context, client: combineClients(clients, { listTimeoutMs: 1000 }) };
}

const matched = ({ matched }: { matched?: number }) => matched;

test("where several services have simulations, service or the collection's name chooses one", async () => {
  const context = twoServices();
  assert.equal(matched(await answerOf("list_simulations", { service: "west" }, context)), 2);
  assert.equal(
    matched(await answerOf("list_simulations", { service: "west", since: "2020-01-01" }, context)),
    2,
  );
  const inWest = await answerOf("summarize_features", { collection: "west:simulations" }, context);
  assert.equal(matched(inWest), 2);
  for (const [tool, input] of [
    ["list_simulations", {}],
    ["query_features", { collection: "simulations" }],
  ] as const) {
    const refused = await call(tool, input, context);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, "invalid_input");
    assert.match(refused.error.message, /\(east, west\): choose one, as service "east"/);
  }
  const unknown = await call("list_simulations", { service: "wst" }, context);
  assert.ok(!unknown.ok && /did you mean west\?/.test(unknown.error.message));
});

test("where one service has simulations, service is refused", async () => {
  const { context } = contextOf({ features: {}, simulations: [simulation("s", 5)] });
  const refused = await call("list_simulations", { service: "east" }, context);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, "invalid_input");
  assert.match(refused.error.message, /service: leave it out/);
});

test("the situation of a place has the simulations of all services, or says which are missing", async () => {
  const rowsOf = async (context: ReturnType<typeof twoServices>) => {
    const answer = await answerOf("assess_location", { near: "0,0" }, context);
    const { tables, complete, notices } = answer;
    return { rows: tables.simulations?.rows.length, complete, notices: notices.join(" ") };
  };
  assert.equal((await rowsOf(twoServices())).rows, 3);
  const isListing = (url: URL) => url.pathname === "/v1/fire-spread/simulations";
  const intercept = (url: URL) =>
    isListing(url) ? new Response(null, { status: 500 }) : undefined;
  const partial = await rowsOf(twoServices({ intercept }));
  assert.deepEqual([partial.rows, partial.complete], [1, false]);
  assert.match(partial.notices, /Service west does not answer/);
});

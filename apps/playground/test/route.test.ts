import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseRoute, printRoute, type Route } from "../src/common/route.ts";

test("a link names a tool, its arguments and where the map looks", () => {
  const link =
    "#/tools/query_features?near=Armidale&radius_km=60&time=2019-09-10&view=9/-30.5/151.7";
  const route: Route = {
    tab: "tools",
    tool: "query_features",
    args: { near: "Armidale", radius_km: 60, time: "2019-09-10" },
    view: { zoom: 9, lat: -30.5, lon: 151.7 },
  };
  assert.deepEqual(parseRoute(link), route);
  assert.equal(printRoute(route), link);
});

test("a link without arguments runs only if it says so", () => {
  const route: Route = { tab: "tools", tool: "list_collections", args: {}, view: null };
  assert.equal(printRoute(route), "#/tools/list_collections?run");
  assert.deepEqual(parseRoute("#/tools/list_collections?run"), route);
  const view = { zoom: 3, lat: 1, lon: 2 };
  for (const args of [{}, null]) {
    const there: Route = { ...route, args, view };
    assert.deepEqual(parseRoute(printRoute(there)), there);
  }
});

test("an empty fragment is the first tab, and a foreign one is unknown", () => {
  assert.deepEqual(parseRoute(""), { tab: "ask", view: null });
  assert.deepEqual(parseRoute("#/ask"), { tab: "ask", view: null });
  for (const fragment of ["#/elsewhere", "#/tools/a/b", "#%E0%A4%A"])
    assert.equal(parseRoute(fragment).tab, "unknown", fragment);
});

test("any arguments survive a link", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc
          .string({ minLength: 1 })
          .filter((name) => name !== "view" && name !== "run" && name !== "__proto__"),
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.constantFrom("5", "true", "null", '"quoted"', "[1]"),
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
          fc.boolean(),
          fc.array(fc.integer()),
        ),
        { minKeys: 1, noNullPrototype: true },
      ),
      (args) => {
        const route: Route = { tab: "tools", tool: "query_features", args, view: null };
        assert.deepEqual(parseRoute(printRoute(route)), route);
      },
    ),
  );
});

test("a conversation is in the address with its questions and calls, and nothing else", () => {
  const said = [
    {
      question: "What burns near Redding & Chico? 100%",
      isByModel: true,
      calls: [
        { tool: "assess_location", args: { near: "Redding, California", radius_km: 60 } },
        { tool: "list_collections", args: {} },
      ],
    },
    { question: "Where?", isByModel: false, calls: [] },
  ];
  const view = { zoom: 9, lat: -30.5, lon: 151.7 };
  assert.deepEqual(parseRoute(printRoute({ tab: "ask", said, view })), { tab: "ask", said, view });
  const many = Array.from({ length: 300 }, (_, i) => ({
    question: `Question ${i} ${"?".repeat(100)}`,
    isByModel: true,
    calls: [],
  }));
  const cut = printRoute({ tab: "ask", said: many, view: null });
  assert.ok(cut.length < 12_100 && cut.includes("Question%20299"), "the newest stay");
  assert.deepEqual(parseRoute("#/ask?call=find_place{}&q=a&call=b&call=c{x"), {
    tab: "ask",
    said: [{ question: "a", isByModel: true, calls: [] }],
    view: null,
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const queryables = [
  { id: "frp", type: "number" },
  { id: "datetime", type: "dateTime" },
];
const days = ["2025-06-19", "2025-06-20"];
const features = {
  [collection]: days.map((day, i) =>
    point(`h${i}`, 1, 1, { frp: 3 + i, datetime: `${day}T12:00:00Z` }),
  ),
};
const context = () => contextOf({ queryables, features }).context;

async function messageOf(tool: string, input: unknown): Promise<string> {
  const result = await call(tool, input, context());
  assert.ok(!result.ok, `${tool} ${JSON.stringify(input)} is answered`);
  return result.error.message;
}

for (const [tool, sent, offered] of [
  ["query_features", {}, { collection }],
  ["summarize_features", { within: "Oregon" }, { collection, within: "Oregon" }],
  ["find_place", {}, { name: "Paris" }],
  ["find_place", { near: "Coimbra" }, { name: "Coimbra" }],
  ["assess_fire", { name: "Park" }, { fire: "Park" }],
  ["assess_location", {}, { near: "Coimbra, Portugal" }],
  ["compare_periods", { collection, time: days[1] }, { collection, after: days[1] }],
  ["compare_periods", { collection }, { after: "today" }],
  ["compare_periods", {}, { collection, after: "today" }],
  [
    "query_features",
    { collection, sort: "frp desc", limit: 5000 },
    { collection, sort: "-frp", limit: 1000 },
  ],
  ["query_features", { collection, limit: 5000 }, { collection, limit: 1000 }],
  ["query_features", { collection, limit: 0 }, { collection, limit: 1 }],
  ["query_features", { collection, date: days[0] }, { collection, time: days[0] }],
  ["query_features", { collection, near: "1,1", radius_km: 5e3 }, { radius_km: 1000 }],
  ["query_features", { collection, sort: "frp desc" }, { sort: "-frp" }],
  ["query_features", { collection, sort: "frp:ASC" }, { sort: "frp" }],
  ["summarize_features", { collection, group_by: ["day"], sort: "count DESC" }, { sort: "-count" }],
] as const) {
  test(`${tool} ${JSON.stringify(sent)} is refused with arguments that are right`, async () => {
    const message = await messageOf(tool, sent);
    const [, json] = /Try (\{.*?\})\./.exec(message) ?? [];
    assert.ok(json, message);
    const given = JSON.parse(json);
    assert.deepEqual({ ...given, ...offered }, given, message);
    if (tool === "find_place" || tool.startsWith("assess")) return;
    const again = "collection" in given ? given : { ...sent, ...given };
    const result = await call(tool, again, context());
    assert.ok(result.ok, result.ok ? "" : result.error.message);
  });
}

test("nothing is offered that would leave out a part of the call, or be wrong as well", async () => {
  for (const [tool, input] of [
    ["query_features", { collection, containment: 50 }],
    ["query_features", { collection, near: "1,1", place: "2,2" }],
    ["get_feature", { collection }],
    ["assess_fire", {}],
  ] as const)
    assert.doesNotMatch(await messageOf(tool, input), /Try/);
});

test("without before, the period is as long as the later one and just before it", async () => {
  const input = { collection, after: days[1] };
  const result = await call("compare_periods", input, context());
  assert.ok(result.ok);
  const { before } = result.output as { before: { interval: string[] } };
  assert.deepEqual(before.interval, [`${days[0]}T00:00:00Z`, `${days[0]}T23:59:59.999Z`]);
  // The data end before the clock: the newest such time that has data, and the day before it.
  const words = await call("compare_periods", { collection, after: "last 24h" }, context());
  assert.ok(words.ok);
  const periods = words.output as Record<"before" | "after", { interval: [string, string] }>;
  const [earlier, later] = [periods.before.interval, periods.after.interval];
  assert.equal(Date.parse(later[0]) - Date.parse(earlier[1]), 1);
  assert.equal(Date.parse(later[1]), Date.parse(`${days[1]}T12:00:00Z`));
});

test("what the tools do not hold is said where it is asked for, with whom to ask", async () => {
  for (const [tool, input, topic, whom] of [
    ["query_features", { collection, filter: "cause = 'lightning'" }, "causes", "agency"],
    ["summarize_features", { collection, group_by: ["containment"] }, "containment", "agency"],
    ["query_features", { collection: "svc:evacuations" }, "evacuations", "emergency services"],
    ["query_features", { collection, road_closures: true }, "roads", "road authority"],
    ["query_features", { collection: "air quality" }, "air quality", "airnow.gov"],
  ] as const) {
    const message = await messageOf(tool, input);
    assert.match(message, new RegExp(`do not hold [^.]*${topic}[^.]*: ask [^.]*${whom}`));
  }
  assert.doesNotMatch(await messageOf("query_features", { collection: "x" }), /do not hold/);
});

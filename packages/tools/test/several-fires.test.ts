import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { hotspot, perimeter, queryables } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { answerOf, call, point } from "./support.ts";

const perimeters = "svc:satellite-perimeters";
const hotspots = "svc:hotspots";
const named = (id: string, name: string) => ({ incident_id: id, incident_name: name });

/** Two fires 10 km wide, 20 km apart, and one more; detections every 10 km. */
const service = {
  features: {
    [perimeters]: [
      perimeter("a1", [0, 8], { ...named("A", "Trout"), datetime: "2025-06-18T00:00:00Z" }),
      perimeter("a2", [0, 10], { ...named("A", "Trout"), datetime: "2025-06-19T00:00:00Z" }),
      perimeter("b1", [30, 40], { ...named("B", "Buck"), datetime: "2025-06-19T00:00:00Z" }),
      perimeter("c1", [60, 70], { ...named("C", "Other"), datetime: "2025-06-19T00:00:00Z" }),
    ],
    [hotspots]: [5, 15, 33, 35, 45, 65].map((km) => hotspot(`h${km}`, km)),
  },
  queryables,
};

for (const manner of ["applies", "ignores"] as const) {
  test(`two fires stand side by side on a service that ${manner} filters`, async () => {
    const { context } = fireService(service, manner);
    const asked = { fire: "Trout; Buck;trout", group_by: ["fire"] };
    const mapped = await answerOf(
      "summarize_features",
      { ...asked, collection: perimeters },
      context,
    );
    const counts = recordsOf(mapped).map(({ fire, count }) => [fire, count]);
    assert.deepEqual(
      new Map(counts as [string, number][]),
      new Map([
        ["A", 1],
        ["B", 1],
      ]),
    );
    assert.equal(mapped.selection.fire.name, "Trout; Buck");
    const seen = await answerOf("summarize_features", { ...asked, collection: hotspots }, context);
    assert.deepEqual(
      recordsOf(seen).map(({ fire, count }) => [fire, count]),
      [
        ["B", 2],
        ["A", 1],
      ],
    );
    // Those at 15 and 45 km are within 6 km of an edge.
    const around = { collection: hotspots, fire: "Trout; Buck", radius_km: 6 };
    assert.equal((await answerOf("summarize_features", around, context)).matched, 5);
  });
}

test("a tool for one fire refuses several with the call for them", async () => {
  const refused = await call("assess_fire", { fire: "Trout; Buck" }, fireService(service).context);
  assert.match(
    refused.ok ? "" : refused.error.message,
    /summarize_features \{"collection":"svc:satellite-perimeters","fire":"Trout; Buck","group_by":\["fire"\]\}/,
  );
});

test("where one of several fires is unknown, the candidates are the whole list", async () => {
  const asked = { collection: perimeters, fire: "Trout; Buk" };
  const refused = await call("summarize_features", asked, fireService(service).context);
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /named "Buk".*In the list: Try \{"fire":"Trout; B"\}\./);
  assert.deepEqual(
    refused.error.fault?.candidates?.map(({ value }) => value),
    ["Trout; B"],
  );
});

test("two groupings have the totals of the first; where each has one row, there is none", async () => {
  const { context } = fireService(service);
  const asked = { collection: perimeters, latest_per_fire: false };
  const totals = async (by: string[]) => {
    const { notices } = await answerOf("summarize_features", { ...asked, group_by: by }, context);
    return (notices ?? []).find((each: string) => each.startsWith("Totals"));
  };
  assert.equal(
    await totals(["datetime", "incident_name"]),
    'Totals by datetime: "2025-06-19T00:00:00Z" 3, "2025-06-18T00:00:00Z" 1.',
  );
  assert.equal(await totals(["incident_name", "incident_id"]), undefined);
});

test("with measured sums, the totals of the first grouping have them", async () => {
  const groups = [
    ["a", "x", 1.5],
    ["a", "y", 2],
    ["b", "x", 4],
  ] as const;
  const features = groups.map(([one, two, frp], i) => point(`h${i}`, i, 0, { one, two, frp }));
  const queryable = ["one", "two"].map((id) => ({ id, type: "string" }));
  const number = { id: "frp", type: "number" };
  const { context } = fireService({
    features: { [hotspots]: features },
    queryables: [...queryable, number],
  });
  const asked = { group_by: ["one", "two"], properties: ["frp"], statistics: ["sum"] };
  const { notices } = await answerOf(
    "summarize_features",
    { collection: hotspots, ...asked },
    context,
  );
  assert.equal(notices[0], 'Totals by one: "a" 2 ("frp" 3.5), "b" 1 ("frp" 4).');
});

test("what near may mean is not offered as a fire of the list", async () => {
  const { context } = fireService(service, "applies");
  const asked = { collection: perimeters, fire: "Trout; Buck", near: "Springfield" };
  const result = await call("query_features", asked, context);
  assert.ok(!result.ok);
  assert.match(result.error.message, /^near: /);
  assert.doesNotMatch(result.error.message, /In the list/);
});

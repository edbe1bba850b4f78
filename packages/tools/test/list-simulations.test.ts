import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { perimeter, queryables, simulation } from "./assess-places.ts";
import { answerOf, call, contextOf } from "./support.ts";

test("simulations since a time without a start, or with an end, are refused; an unknown status is answered with the known ones", async () => {
  const { context } = contextOf({
    features: {},
    simulations: ["COMPLETED", "FAILED"].map((status, i) => ({
      id: `s${i}`,
      status,
      latitude: 0,
      longitude: 0,
      model: "m",
      durationHours: 24,
      ensembleMembers: 1,
      auto: true,
      createdAt: "2025-06-19T18:00:00Z",
      links: {},
    })),
  });
  for (const [since, why] of [
    ["before 2023-08-10", /has no start/],
    ["2023-08-10/2023-08-12", /has an end/],
  ] as const) {
    const refused = await call("list_simulations", { since }, context);
    assert.match(refused.ok ? "" : refused.error.message, why);
  }
  const { notices } = await answerOf("list_simulations", { status: "done" }, context);
  assert.match(notices.join(" "), /The statuses in the list are "COMPLETED", "FAILED"\./);
});

const spec = "https://github.com/emberline/emberline/spec/aggregate/1.0";
const perimeters = "svc:satellite-perimeters";
/** Groups by id and name, and by id and day: "Twin" is two fires. */
const keysBy: Readonly<Record<string, unknown[][]>> = {
  "property:incident_name": [
    ["A", "FIRST"],
    ["B", "Twin"],
    ["C", "twin"],
  ],
  day: [
    ["A", "2025-06-18"],
    ["A", "2025-06-17"],
    ["A", null],
  ],
};

function countingService(conformsTo: string[]) {
  const named = [
    ["s1", "First"],
    ["s2", "Twin"],
    ["s3", "first fire"],
    ["s4", null],
  ] as const;
  return contextOf({
    features: { [perimeters]: [perimeter("a1", [0, 10])] },
    queryables,
    simulations: named.map(([id, fireName]) => simulation(id, 5, { fireName })),
    intercept({ pathname, searchParams }) {
      if (pathname.endsWith("/conformance")) return Response.json({ conformsTo });
      if (!pathname.endsWith("/aggregate")) return undefined;
      const by = searchParams.getAll("group-by");
      const groups = keysBy[by.at(-1)!]!.map((key) => ({ key, count: 1, statistics: [] }));
      return Response.json({
        timeStamp: "2025-06-20T12:00:00Z",
        numberMatched: groups.length,
        numberWithoutLocation: 0,
        numberWithoutTime: 0,
        numberNotPoints: groups.length,
        timeProperty: "datetime",
        totals: [],
        groups,
        links: [],
      });
    },
  });
}

test("simulations carry the day of their fire's first mapping, from two counts", async () => {
  const counts = ["aggregate", "post"].map((name) => `${spec}/conf/${name}`);
  const { context, requests } = countingService(counts);
  const answer = await answerOf("list_simulations", {}, context);
  assert.deepEqual(
    recordsOf(answer).map(({ id, fire_first_mapped: day }) => [id, day]),
    [
      ["s1", "2025-06-17"],
      ["s2", null],
      ["s3", "2025-06-17"],
      ["s4", null],
    ],
  );
  assert.equal(requests.filter(({ pathname }) => pathname.endsWith("/aggregate")).length, 2);
});

test("the first mapping is a column to ask for, and none to sort by", async () => {
  const counts = ["aggregate", "post"].map((name) => `${spec}/conf/${name}`);
  const asked = { properties: ["fire_first_mapped", "status"] };
  const { context } = countingService(counts);
  const { columns } = await answerOf("list_simulations", asked, context);
  assert.deepEqual(
    ["fire_first_mapped", "lon"].map((name) => columns.includes(name)),
    [true, false],
  );
  const refused = await call("list_simulations", { sort: "-fire_first_mapped" }, context);
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /cannot order them\. Try \{"sort":"-created_at"\}\./);
});

test("a sorted list says how many more have the value of its last row", async () => {
  const sizes = [5, 3, 3, 3, 1, 3];
  const { context } = contextOf({
    features: {},
    simulations: sizes.map((hours, i) => simulation(`s${i}`, hours, { durationHours: hours })),
  });
  for (const [limit, ties] of [
    [1, 0],
    [2, 3],
    [4, 1],
    [5, 0],
    [6, 0],
  ]) {
    const asked = { sort: "-duration_hours", limit };
    const { notices = [] } = await answerOf("list_simulations", asked, context);
    const said = /(\d+) more ha(?:s|ve) the same "duration_hours"/.exec(notices.join(" "));
    assert.equal(Number(said?.[1] ?? 0), ties, `${limit}`);
  }
});

test("where the service does not count, the first mapping is not there", async () => {
  const { columns } = await answerOf("list_simulations", {}, countingService([]).context);
  assert.ok(!columns.includes("fire_first_mapped"));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { perimeter, queryables } from "./assess-places.ts";
import { answerOf, contextOf } from "./support.ts";

const collection = "svc:satellite-perimeters";

/** Outlines 22.115 km high; by their width of 16.3 m, 0.36 km²; of 10 km, 221 km² or 54,650 acres. */
const outlines = [
  perimeter("m² as acres", [20, 20.0163], { gis_acres: 363_066, auto_acres: 89 }),
  perimeter("right", [20, 30], { gis_acres: 54_650 }),
  perimeter("half", [20, 30], { gis_acres: 27_400 }),
  perimeter("less than half", [20, 30], { gis_acres: 27_200 }),
  perimeter("small", [20, 20.001], { gis_acres: 25 }),
  perimeter("not stated", [20, 30], { gis_acres: null, farea: 500 }),
];
const known = [
  ...queryables,
  ...["gis_acres", "auto_acres", "farea"].map((id) => ({ id, type: "number" })),
];
const said =
  'Areas that contradict the outline by more than a factor of 2 and 0.1 km²: gis_acres in 2 (first "m² as acres"), farea in 1 (first "not stated"). One of the two is wrong.';

const { context } = contextOf({ features: { [collection]: outlines }, queryables: known });

for (const [tool, input] of [
  ["query_features", { collection }],
  ["describe_collection", { collection }],
] as const) {
  test(`${tool} says once which stated areas contradict their outlines`, async () => {
    const { notices } = await answerOf(tool, input, context);
    assert.deepEqual(
      notices.filter((each: string) => /contradict/.test(each)),
      [said],
    );
  });
}

test("get_feature says it of its feature, and only of one that contradicts itself", async () => {
  const noticesOf = async (id: string) =>
    ((await answerOf("get_feature", { collection, id }, context)).notices ?? []) as string[];
  assert.match(
    (await noticesOf("m² as acres")).join(" "),
    /gis_acres in 1 \(first "m² as acres"\)/,
  );
  assert.doesNotMatch((await noticesOf("right")).join(" "), /contradict/);
});

/** Mappings of a fire by their widths in km, a day apart unless they are of one time. */
function fire(name: string, widths: readonly number[], isOneTime = false) {
  return widths.map((km, i) => {
    const datetime = `2025-06-${isOneTime ? 10 : 10 + i}T12:00:00Z`;
    return perimeter(`${name} ${i}`, [20, 20 + km], { incident_id: name, datetime, sequence: i });
  });
}

test("describe_collection counts the fires with a mapping that shrinks by more than a tenth and 1 km²", async () => {
  const rising = [
    ...fire("grows", [8, 10]),
    ...fire("by a twentieth", [10, 9.5]),
    ...fire("by less than 1 km²", [0.05, 0.01]),
    ...fire("at one time", [10, 5], true),
  ];
  const falling = [...fire("by a fifth", [10, 8]), ...fire("for a day", [10, 5, 12])];
  const fallsAmong = async (features: readonly Record<string, unknown>[]) => {
    const service = {
      features: { [collection]: features.toReversed() },
      queryables: queryables.filter(({ id }) => id !== "frp"),
    };
    const { notices = [] } = await answerOf(
      "describe_collection",
      { collection },
      contextOf(service).context,
    );
    return notices.filter((each: string) => /smaller than the one before/.test(each));
  };
  assert.deepEqual(await fallsAmong(rising), []);
  assert.match((await fallsAmong([...rising, ...falling])).join(), /^2 fires have a mapping/);
});

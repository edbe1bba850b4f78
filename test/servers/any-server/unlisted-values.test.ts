import assert from "node:assert/strict";
import { test } from "node:test";
import { type Detection, detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Servers that list no properties: a filter may name another one, or compare another type. */

const bare = servers["MapServer: no datetime, no filter, no queryables"];

function ask(tool: string, input: object, change: (each: Detection, i: number) => object) {
  const rows = detections.map((each, i) => ({
    ...each,
    properties: { ...each.properties, ...change(each, i) },
  }));
  const { fetch } = standIn({ ...bare, rows });
  return callerOn(fetch).answer(tool, { collection: "detections", ...input });
}

const brightness = ({ properties }: Detection) => Number(properties.brightness);
const rare = (_: Detection, i: number) => (i % 100 === 77 ? { severity: i } : {});
const textLater = (each: Detection, i: number) => ({
  brightness: i < 30 ? brightness(each) : `${brightness(each)} K`,
});

test("a property that few features have is found by its name, exactly", async () => {
  const { matched, matched_exact, complete } = await ask(
    "summarize_features",
    { filter: "severity > 100" },
    rare,
  );
  const count = detections.filter((_, i) => i % 100 === 77 && i > 100).length;
  assert.deepEqual([matched, matched_exact, complete], [count, true, true]);
});

const misspelt: readonly [string, RegExp][] = [
  ["severty > 100", /No feature that was read has "severty".*Did you mean "severity"\?/],
  ['"severty" IS NOT NULL', /No feature that was read has "severty"/],
  ["SATELLITE = 'Terra'", /No feature that was read has "SATELLITE".*Did you mean "satellite"\?/],
  ["brightness > 9000 OR satelite = 'Terra'", /has "satelite".*Did you mean "satellite"\?/],
];

for (const [filter, said] of misspelt) {
  test(`${filter} is not exact, since no feature has that name`, async () => {
    for (const tool of ["summarize_features", "query_features"]) {
      const { matched, matched_exact, complete, notices } = await ask(tool, { filter }, rare);
      assert.deepEqual([matched, matched_exact, complete], [0, false, false], tool);
      assert.match(notices.join(" "), said);
    }
  });
}

const types: readonly [string, string, (each: Detection, i: number) => object, number][] = [
  ["text after numbers", "brightness > 350", textLater, detections.length - 30],
  [
    "text for truth values",
    "is_night = true",
    (_, i) => ({ is_night: i % 2 === 0 ? "true" : "false" }),
    detections.length,
  ],
];

for (const [what, filter, change, unread] of types) {
  test(`${what}: whether they match ${filter} is not known`, async () => {
    const answer = await ask("summarize_features", { filter }, change);
    assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
    const said = `Whether ${unread} more match is not known: the filter compares a value with one of another type.`;
    assert.ok(answer.notices.includes(said), JSON.stringify(answer.notices));
  });
}

const misspeltArguments: readonly [string, object][] = [
  ["query_features", { sort: "-brightnes" }],
  ["query_features", { properties: ["brightnes"] }],
  ["summarize_features", { group_by: ["brightnes"] }],
  ["summarize_features", { group_by: ["brightnes:310,320"] }],
  ["summarize_features", { properties: ["brightnes"], statistics: ["max"] }],
  ["summarize_features", { top: 2, top_by: "brightnes" }],
];

for (const [tool, input] of misspeltArguments) {
  test(`${tool} ${JSON.stringify(input)} is refused with the name that is meant`, async () => {
    const { fetch } = standIn(bare);
    const result = await callerOn(fetch).call(tool, { collection: "detections", ...input });
    assert.ok(!result.ok);
    assert.match(result.error.message, /Did you mean "brightness"\?/);
  });
}

test("an order and the greatest by what no feature has say so", async () => {
  const none = () => ({});
  const sorted = await ask("query_features", { sort: "-severity", limit: 5 }, none);
  assert.match(sorted.notices.join(" "), /No feature has a value of "severity" to sort by\./);
  const greatest = await ask("summarize_features", { top: 2, top_by: "severity" }, none);
  assert.match(greatest.notices.join(" "), /No feature has a number "severity"\./);
});

test("an order and the greatest say that some values are text", async () => {
  const sorted = await ask("query_features", { sort: "-brightness", limit: 5 }, textLater);
  assert.match(
    sorted.notices.join(" "),
    /"brightness" is a number in some features and text in others: texts come before numbers\./,
  );
  const greatest = await ask("summarize_features", { top: 2, top_by: "brightness" }, textLater);
  const texts = detections.length - 30;
  assert.match(greatest.notices.join(" "), new RegExp(`leave out ${texts} features whose "bri`));
});

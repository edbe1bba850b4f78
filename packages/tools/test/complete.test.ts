import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "satellite", type: "string" },
];
const at = "2025-06-20T10:00:00Z";
const features = {
  [collection]: [5, 9, 9, 9, 1, null].map((frp, i) =>
    point(`h${i}`, i, 1, { datetime: at, frp, ...(i < 5 && { satellite: i < 3 ? "T" : "A" }) }),
  ),
};

function ask(tool: string, input: object, more: object = {}) {
  return answerOf(
    tool,
    { collection, ...input },
    contextOf({ features, queryables, ...more }).context,
  );
}

test("an answer says in one word what keeps it from being complete", async () => {
  const many = Array.from({ length: 200 }, (_, i) => point(`h${i}`, i / 10, 1, { datetime: at }));
  const broken = { ...point("x", 1, 1), geometry: { type: "Point", coordinates: ["x", 1] } };
  for (const [tool, input, of, expected] of [
    ["query_features", { limit: 2 }, features, "limit"],
    ["query_features", { limit: 2, sort: "frp" }, features, "limit"],
    ["query_features", {}, features, undefined],
    ["query_features", { limit: 200, max_tokens: 700 }, { [collection]: many }, "max_tokens"],
    ["query_features", {}, { [collection]: [...many.slice(0, 2), broken] }, "unread"],
    ["summarize_features", { group_by: ["frp"], limit: 2 }, features, "limit"],
    ["summarize_features", { group_by: ["frp"] }, features, undefined],
    [
      "summarize_features",
      { group_by: ["cell"], cell_deg: 0.1, max_tokens: 700 },
      { [collection]: many },
      "max_tokens",
    ],
  ] as const) {
    const answer = await ask(tool, input, { features: of });
    const said = [answer.complete, answer.incomplete];
    assert.deepEqual(said, [expected === undefined, expected], `${tool} ${JSON.stringify(input)}`);
  }
});

test("rows as great as the last one are counted", async () => {
  for (const [limit, ties] of [
    [1, 2],
    [2, 1],
    [3, 0],
    [4, 0],
  ] as const) {
    const { notices = [] } = await ask("query_features", { sort: "-frp", limit });
    const said = notices.filter((each: string) => each.includes("as the last row"));
    const verb = ties === 1 ? "has" : "have";
    assert.deepEqual(
      said,
      ties > 0 ? [`${ties} more ${verb} the same "frp" as the last row.`] : [],
    );
  }
});

test("classes have their share, the group without a value is named, and so is what lacks a number", async () => {
  const answer = await ask("summarize_features", { group_by: ["satellite"], properties: ["frp"] });
  const [percent] = [answer.columns.indexOf("percent")];
  assert.deepEqual(
    answer.rows.map((row: unknown[]) => [row[0], row[1], row[percent]]),
    [
      ["T", 3, 50],
      ["A", 2, 33.3],
      [null, 1, 16.7],
    ],
  );
  const notices = answer.notices.join(" ");
  assert.match(notices, /null: 1 without a value of "satellite" to group by\./);
  assert.match(notices, /5 of 6 features have a numeric "frp": .* Without: "h5"\./);
});

test("a last day that the data cover in part is said", async () => {
  const extent = { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-20T10:00:00Z"]] } };
  const said = async (time: string) =>
    (await ask("summarize_features", { time }, { extent })).notices?.join(" ") ?? "";
  assert.match(await said("2025-06-20"), /covered in part: the data end 2025-06-20T10:00:00Z/);
  assert.match(await said("2025-06-18/2025-06-20"), /covered in part/);
  assert.doesNotMatch(await said("2025-06-19"), /covered in part/);
  assert.doesNotMatch(await said("2025-06-20T00:00:00Z/2025-06-20T12:00:00Z"), /in part/);
});

test("groups as great as the last one are counted", async () => {
  const asked = { group_by: ["frp"], limit: 1 };
  const { notices = [] } = await ask("summarize_features", { ...asked, sort: "count" });
  assert.ok(notices.includes('2 more groups have the same "count" as the last.'));
  const most = await ask("summarize_features", asked);
  assert.doesNotMatch(most.notices?.join(" ") ?? "", /as the last/);
});

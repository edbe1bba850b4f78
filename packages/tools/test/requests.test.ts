import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const hotspots = Array.from({ length: 45 }, (_, i) =>
  point(`h${i}`, 10 + i / 100, 50, { datetime: `2025-06-20T10:${String(i).padStart(2, "0")}:00Z` }),
);
const service = {
  features: {
    "svc:hotspots": hotspots,
    "svc:satellite-perimeters": [],
    "svc:static-heat-sources": [],
  },
  extent: { temporal: { interval: [["2025-06-20T10:00:00Z", "2025-06-20T10:44:00Z"]] } },
  maxLimit: 20,
};
const box = { bbox: [9, 49, 12, 51] };
const itemsOf = (requests: readonly URL[]) =>
  requests.filter(({ pathname }) => pathname.endsWith("/items"));

/** Path and parameters, however they are escaped. */
const plain = ({ pathname, searchParams }: URL) =>
  `${decodeURI(pathname)}?${[...searchParams].map((pair) => pair.join("=")).join("&")}`;

/** Every tool that answers with `selection.request` when asked to explain. */
const calls: [tool: string, input: Record<string, unknown>][] = [
  ["query_features", { collection: "svc:hotspots", ...box, limit: 5 }],
  ["query_features", { collection: "svc:hotspots", ...box, sort: "-time" }],
  ["summarize_features", { collection: "svc:hotspots", ...box }],
  ["summarize_features", { collection: "svc:hotspots", properties: [], top: 0 }],
  ["assess_location", { lon: 10, lat: 50, time: "2025-06-20" }],
  [
    "compare_periods",
    { collection: "svc:hotspots", ...box, before: "2025-06-19", after: "2025-06-20" },
  ],
];

for (const [tool, input] of calls) {
  test(`${tool} ${JSON.stringify(input)} shows a request that was sent, when asked to explain`, async () => {
    const { context, requests } = contextOf(service);
    const { selection } = await answerOf(tool, { ...input, explain: true }, context);
    const shown = plain(new URL(selection.request, "https://service.test"));
    assert.ok(requests.map(plain).includes(shown), [shown, ...requests.map(plain)].join("\n"));
  });
}

for (const [tool, input] of [...calls, ["show_map", box] as const]) {
  test(`${tool} ${JSON.stringify(input)} shows no request unasked`, async () => {
    const { context } = contextOf(service);
    for (const explain of [undefined, false]) {
      const answer = await answerOf(tool, { ...input, explain }, context);
      assert.doesNotMatch(JSON.stringify(answer), /request|\/items/);
    }
  });
}

test("a cursor continues whether or not the answers explain themselves", async () => {
  const { context } = contextOf(service);
  const asked = { collection: "svc:hotspots", limit: 5 };
  const first = await answerOf("query_features", { ...asked, explain: true }, context);
  const second = await answerOf("query_features", { ...asked, cursor: first.next_cursor }, context);
  assert.equal(second.rows[0][0], "h5");
});

test("counting continues after the rows: no page is read twice", async () => {
  const { context, requests } = contextOf(service);
  const answer = await answerOf(
    "query_features",
    { collection: "svc:hotspots", ...box, limit: 5 },
    context,
  );
  assert.equal(answer.matched, 45);
  assert.equal(answer.matched_exact, true);
  const starts = itemsOf(requests).map(({ searchParams }) => searchParams.get("from") ?? "0");
  assert.equal(new Set(starts).size, starts.length, starts.join(", "));
});

test("a map of several layers reads the shape of within once", async () => {
  const shape = {
    type: "Feature",
    id: "shape",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [9, 49],
          [12, 49],
          [12, 51],
          [9, 51],
          [9, 49],
        ],
      ],
    },
    properties: { datetime: "2025-06-20" },
  };
  const { context, requests } = contextOf({
    ...service,
    features: { ...service.features, "svc:satellite-perimeters": [shape] },
  });
  await answerOf("show_map", { within: "svc:satellite-perimeters/shape" }, context);
  const reads = requests.filter(({ pathname }) => pathname.endsWith("/items/shape"));
  assert.equal(reads.length, 1);
});

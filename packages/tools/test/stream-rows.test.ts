import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallContext, catalogue, type RowForm, streamTool } from "../src/index.ts";
import { failing, far, hotspots, near, queryables } from "./paged-service.ts";
import { type Answer, answerOf, contextOf, point } from "./support.ts";

/** The rows and the end of a stream. */
async function streamed(
  name: string,
  input: unknown,
  context: CallContext,
  form: RowForm = "columns",
) {
  const rows: Answer[] = [];
  const tool = catalogue.find((each) => each.name === name)!;
  const sink = { form, write: (row: string) => void rows.push(JSON.parse(row)) };
  const { returned, result } = await streamTool(tool, input, context, sink);
  assert.equal(returned, rows.length);
  return { rows, result };
}

async function endOf(
  ...args: Parameters<typeof streamed>
): Promise<{ rows: Answer[]; end: Answer }> {
  const { rows, result } = await streamed(...args);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return { rows, end: result.output };
}

/** Many pages, half of each without a match. */
const mixed = near.flatMap((each, i) => [each, far[i]!]);
const service = { features: { "svc:hotspots": mixed }, queryables, maxLimit: 70 };
const box = { ...hotspots, bbox: [0, 40, 20, 60] };

test("every match is a row, in the service's order, whatever the budget", async () => {
  const { context } = contextOf(service);
  const { rows, end } = await endOf("query_features", { ...box, max_tokens: 500 }, context);
  assert.deepEqual(
    rows.map(({ id }) => id),
    near.map(({ id }) => id),
  );
  const { matched, matched_exact, complete, omitted, next_cursor } = end;
  assert.deepEqual(
    { matched, matched_exact, complete, omitted, next_cursor },
    { matched: 200, matched_exact: true, complete: true, omitted: 0, next_cursor: undefined },
  );
});

test("rows have the cells of the answer's rows as members; nulls are left out", async () => {
  const features = [
    point("a", 10, 50, { datetime: "2025-06-20T00:00:00Z", frp: 12.34, confidence: null }),
    point("b", 11, 51, { datetime: "2025-06-20T01:00:00Z", frp: null, confidence: "high" }),
  ];
  const { context } = contextOf({ features: { "svc:hotspots": features }, queryables });
  const answer = await answerOf(
    "query_features",
    { ...hotspots, near: "50,10", radius_km: 500 },
    context,
  );
  const { rows } = await endOf(
    "query_features",
    { ...hotspots, near: "50,10", radius_km: 500 },
    context,
  );
  const asObjects = answer.rows.map((cells: unknown[]) => ({
    ...answer.constants,
    ...Object.fromEntries(
      answer.columns
        .map((name: string, i: number) => [name, cells[i]])
        .filter(([, cell]: [string, unknown]) => cell !== null),
    ),
  }));
  assert.deepEqual(rows, asObjects);
  assert.deepEqual(Object.keys(rows[0]!).slice(0, 3), ["id", "lon", "lat"]);
});

test("Features keep all that the service sent, or only the properties asked for", async () => {
  const { context } = contextOf(service);
  const whole = await endOf("query_features", box, context, "geojson");
  assert.deepEqual(whole.rows, near);
  const input = { ...box, properties: ["frp"] };
  const { rows } = await endOf("query_features", input, context, "geojson");
  assert.deepEqual(rows[7], { ...near[7], properties: { frp: 7 } });
});

test("with a limit the rows are the first of the answer's order, and the cursor continues", async () => {
  const { context } = contextOf(service);
  const input = { ...box, sort: "-frp", limit: 3 };
  const first = await endOf("query_features", input, context);
  assert.deepEqual(
    first.rows.map(({ frp }) => frp),
    [199, 198, 197],
  );
  const next = { ...input, cursor: first.end.next_cursor };
  const second = await endOf("query_features", next, context);
  assert.equal(second.rows[0]!.frp, 196);
});

test("all rows in another order than the service's are refused, since they would have to be kept", async () => {
  const { context } = contextOf(service);
  const { rows, result } = await streamed("query_features", { ...box, sort: "-frp" }, context);
  assert.equal(rows.length, 0);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "invalid_input");
  assert.match(result.error.message, /leave sort out/);
});

test("a stream that the service breaks off says so, and its cursor continues as a stream or as an answer", async () => {
  let isDown = true;
  const down = failing(mixed, 200);
  const { context } = contextOf({
    ...down,
    intercept: (url: URL) => (isDown ? down.intercept(url) : undefined),
  });
  const first = await endOf("query_features", box, context);
  assert.deepEqual(
    [first.rows.length, first.end.complete, first.end.matched_exact],
    [100, false, false],
  );
  isDown = false;
  const rest = { ...box, cursor: first.end.next_cursor };
  const second = await endOf("query_features", rest, context);
  assert.deepEqual(
    [...first.rows, ...second.rows].map(({ id }) => id),
    near.map(({ id }) => id),
  );
  assert.deepEqual([second.end.matched, second.end.complete], [200, true]);
  const answer = await answerOf("query_features", { ...rest, limit: 5 }, context);
  assert.equal(answer.rows[0][0], "near100");
});

test("the cursor of an answer continues as a stream, with each remaining row once", async () => {
  const { context } = contextOf(service);
  const first = await answerOf("query_features", { ...box, limit: 15 }, context);
  const { rows, end } = await endOf(
    "query_features",
    { ...box, cursor: first.next_cursor },
    context,
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    near.slice(15).map(({ id }) => id),
  );
  assert.deepEqual([end.matched, end.omitted, end.complete], [200, 0, true]);
});

test("one row per fire, if that is asked for", async () => {
  const snapshots = Array.from({ length: 30 }, (_, i) =>
    point(`s${i}`, 10, 50, {
      datetime: `2025-06-01T00:00:${10 + i}Z`,
      incident_id: `fire ${i % 3}`,
    }),
  );
  const { context } = contextOf({
    features: { perimeters: snapshots },
    queryables: [
      { id: "datetime", type: "dateTime" },
      { id: "incident_id", type: "string" },
    ],
    maxLimit: 7,
  });
  const { rows, end } = await endOf(
    "query_features",
    { collection: "perimeters", latest_per_fire: true },
    context,
  );
  assert.deepEqual(rows.map(({ id }) => id).sort(), ["s27", "s28", "s29"]);
  assert.equal(end.matched, 3);
});

test("a row's own property called summary cannot be taken for the end of the stream", async () => {
  const features = [point("a", 10, 50, { summary: "mine", other: 1 })];
  const { context } = contextOf({ features: { plain: features } });
  const { rows } = await endOf("query_features", { collection: "plain" }, context);
  assert.deepEqual(rows, [{ id: "a", lon: 10, lat: 50, "properties.summary": "mine", other: 1 }]);
});

test("simulations are streamed newest first, as rows or Features, with counts at the end", async () => {
  const simulations = Array.from({ length: 30 }, (_, i) => ({
    id: `sim${i}`,
    status: i % 2 === 0 ? "COMPLETED" : "FAILED",
    auto: true,
    latitude: 50,
    longitude: 10,
    createdAt: `2025-06-${10 + (i % 10)}T00:00:00Z`,
    durationHours: 6,
    ensembleMembers: 1,
    model: "spread",
  }));
  const { context } = contextOf({ features: {}, simulations });
  const { rows, end } = await endOf("list_simulations", { status: "COMPLETED" }, context);
  assert.equal(rows.length, 15);
  assert.equal(rows[1]!.id, "sim2");
  assert.deepEqual(end.counts, { COMPLETED: { automatic: 15 } });
  assert.deepEqual([end.matched, end.complete], [15, true]);
  const features = await endOf("list_simulations", {}, context, "geojson");
  assert.deepEqual(features.rows[3]!.geometry, { type: "Point", coordinates: [10, 50] });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "@emberline/geo";
import { eventually } from "@emberline/test-support/eventually";
import type { ShownLayer } from "../src/answer/arguments.ts";
import { comparedText, createFormat } from "../src/content/feature-words.ts";
import type { PerimeterFeature } from "../src/content/features.ts";
import { noFeatures } from "../src/content/features.ts";
import { type LayerName, sceneOf } from "../src/content/layers.ts";
import { type LayersState, LayersStore } from "../src/content/layers-store.ts";
import { contentOf } from "../src/content/merge.ts";
import type { CallTool } from "../src/content/read-layer.ts";

const detections: ShownLayer = { id: "svc:hotspots", kind: "detections", matched: 25_000 };
const columns = ["id", "lon", "lat", "time", "frp_mw"];
const shown = {
  tool: "show_map" as const,
  title: "",
  headline: "",
  notices: [],
  area: null,
  arguments: { lon: 1, lat: 2, time: "2026-07-01/2026-07-02" },
};
const format = createFormat("en", "UTC");

/** Answers of `count` detections in all, 2,000 each, as the server gives them. */
function server(count: number, asked: Record<string, unknown>[] = []): CallTool {
  return async (name, args) => {
    asked.push({ name, ...args });
    const from = Number(args.cursor ?? 0);
    const rows = Array.from({ length: Math.min(2000, count - from) }, (_, i) => [
      `h${from + i}`,
      1,
      2,
      "2026-07-01T00:00:00Z",
      null,
    ]);
    return { columns, rows, ...(from + 2000 < count && { next_cursor: String(from + 2000) }) };
  };
}

/** The states of a store until it rests. */
async function read(call: CallTool, layer: ShownLayer, act: (store: LayersStore) => void) {
  const states: LayersState[] = [];
  let store: LayersStore | undefined;
  await new Promise<void>((resolve) => {
    store = new LayersStore({ ...shown, layers: [layer] }, { detailKm: 0.1, call }, (state) => {
      states.push(state);
      if (state.layers[0]!.status !== "loading") resolve();
    });
    act(store);
  });
  return { states, store: store! };
}

test("a layer is read by cursor with the answer's own arguments, each feature once", async () => {
  const asked: Record<string, unknown>[] = [];
  const layer = { ...detections, matched: 4500 };
  const { states } = await read(server(4500, asked), layer, (store) => store.start());
  const { features, layers } = states.at(-1)!;
  assert.deepEqual(
    features.detections.map(({ id }) => id),
    Array.from({ length: 4500 }, (_, i) => `h${i}`),
  );
  const same = { name: "map_features", tool: "show_map", layer: "svc:hotspots", detail_km: 0.1 };
  assert.deepEqual(asked, [
    { ...same, ...shown.arguments },
    { ...same, ...shown.arguments, cursor: "2000" },
    { ...same, ...shown.arguments, cursor: "4000" },
  ]);
  assert.equal(
    comparedText(layers[0]!, "show_map", format),
    "4,500 detections on the map: all that the answer counted.",
  );
});

test("after 20,000 features the reading pauses, says so, and goes on when asked", async () => {
  const { states, store } = await read(server(25_000), detections, (each) => each.start());
  const paused = states.at(-1)!.layers[0]!;
  assert.equal(paused.status, "paused");
  assert.equal(
    comparedText(paused, "show_map", format),
    "Only 20,000 of 25,000 detections are on the map.",
  );
  store.more(detections);
  while (states.at(-1)!.layers[0]!.status === "loading") await new Promise(setImmediate);
  assert.equal(states.at(-1)!.features.detections.length, 25_000);
  assert.equal(new Set(states.at(-1)!.features.detections.map(({ id }) => id)).size, 25_000);
});

test("what changed is asked of both periods once the later one was read, and marked in its place", async () => {
  const [before, time] = ["2026-07-01", "2026-07-08"];
  const layer = { ...detections, matched: 1, time, before };
  const asked: Record<string, unknown>[] = [];
  const working = server(1, asked);
  const call: CallTool = async (name, args, signal) => {
    if (args.before === undefined) return working(name, args, signal);
    asked.push(args);
    return {
      columns: ["status", "lon", "lat", "count_before", "count_after", "change"],
      rows: [["not_seen_again", 1, 2, 3, 0, -3]],
    };
  };
  const { states } = await read(call, layer, (store) => store.start());
  const { time: _, ...place } = shown.arguments;
  const same = { ...place, tool: "show_map", layer: "svc:hotspots" };
  assert.deepEqual(asked, [
    { ...same, name: "map_features", time, detail_km: 0.1 },
    { ...same, before, after: time },
  ]);
  const [once, again] = [1, 2].map(() =>
    contentOf(1, [], states.at(-1)!, { area: null, asOfMs: null }),
  );
  assert.deepEqual(
    once!.marks.map(({ change, name, geometry }) => [change, name, geometry]),
    [["ended", "Detections, not seen again", { type: "Point", coordinates: [1, 2] }]],
  );
  assert.equal(again!.marks[0], once!.marks[0]);
});

test("a failure is the tool's sentence; what was read before stays", async () => {
  const working = server(25_000);
  const call: CallTool = (name, args, signal) =>
    args.cursor === "4000"
      ? Promise.reject(new Error("busy: try again in 5 s."))
      : working(name, args, signal);
  const { states } = await read(call, detections, (store) => store.start());
  const [failed] = states.at(-1)!.layers;
  assert.equal(failed!.features.length, 4000);
  assert.equal(
    comparedText(failed!, "show_map", format),
    "The detections could not be loaded: busy: try again in 5 s.",
  );
});

test("an answer that names 20,000 layers starts few calls", async () => {
  const asked: Record<string, unknown>[] = [];
  const layers = Array.from({ length: 20_000 }, (_, i) => ({ ...detections, id: `svc:${i}` }));
  const call = server(0, asked);
  const store = new LayersStore({ ...shown, layers }, { detailKm: 0.1, call }, () => {});
  store.start();
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  assert.equal(asked.length, 12);
  store.close();
});

test("after it was closed, a store asks for nothing and tells nothing", async () => {
  const asked: Record<string, unknown>[] = [];
  const working = server(25_000, asked);
  const states: LayersState[] = [];
  const store: LayersStore = new LayersStore(
    { ...shown, layers: [detections] },
    {
      detailKm: 0.1,
      call: async (name, args, signal) => {
        signal.throwIfAborted();
        const answer = await working(name, args, signal);
        if (asked.length === 2) store.close();
        return answer;
      },
    },
    (state) => states.push(state),
  );
  store.start();
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.equal(asked.length, 2);
  assert.equal(states.at(-1)!.features.detections.length, 2000);
});

const perimeter = (id: string, fire: string | null, day: number): PerimeterFeature => ({
  kind: "perimeter",
  id,
  layer: "svc:satellite-perimeters",
  name: fire,
  fire,
  timeMs: Date.UTC(2026, 6, day),
  geometry: { type: "Polygon", coordinates: [] },
});

test("of each fire the newest perimeter up to the end of the time shown is its newest", () => {
  const perimeters = [
    perimeter("a1", "a", 1),
    perimeter("a3", "a", 3),
    perimeter("b2", "b", 2),
    perimeter("x1", null, 1),
    perimeter("x2", null, 2),
  ];
  const content = {
    ...{ callId: null, marks: [], area: null, rows: new Map(), read: [], asOfMs: null },
    features: { ...noFeatures, perimeters },
  };
  const on = new Set<LayerName>(["newest", "older"]);
  const idsAt = (day: number | null, layers = on) => {
    const window = day === null ? null : ([0, Date.UTC(2026, 6, day)] as const);
    const { newest, drawables } = sceneOf(content, layers, window);
    return [[...newest], drawables].map((all) => all.map((each) => "id" in each && each.id).sort());
  };
  assert.deepEqual(idsAt(null), [
    ["a3", "b2", "x1", "x2"],
    ["a1", "a3", "b2", "x1", "x2"],
  ]);
  assert.deepEqual(idsAt(2), [
    ["a1", "b2", "x1", "x2"],
    ["a1", "b2", "x1", "x2"],
  ]);
  assert.deepEqual(idsAt(null, new Set<LayerName>(["older"]))[1], ["a1"]);
});

/** A fire of 1,000 positions around 0, 0, of which the server leaves out what no pixel shows. */
const outline = Array.from({ length: 1000 }, (_, i) => {
  const angle = ((i % 999) / 999) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
});
const asked: Record<string, unknown>[] = [];
const oneFire: CallTool = async (_, args) => {
  asked.push(args);
  const every = Number(args.detail_km) > 1 ? 100 : 1;
  const ring = outline.filter((_, i) => i % every === 0 || i === 999);
  return {
    columns: ["id", "name", "fire", "time"],
    rows: [["f", "Alpha", "F", "2026-07-01T00:00:00Z"]],
    geometries: [{ type: "Polygon", coordinates: [ring] }],
  };
};

test("a map that looks closer gets outlines as fine as its pixels, and asks once", async () => {
  const layer: ShownLayer = { id: "svc:perimeters", kind: "perimeters", matched: null };
  let state: LayersState | undefined;
  const store = new LayersStore(
    { ...shown, layers: [layer] },
    { detailKm: 2, call: oneFire },
    (next) => {
      state = next;
    },
  );
  const positions = () => positionsOf(state!.features.perimeters[0]!.geometry).length;
  store.start();
  await eventually(async () => assert.equal(state?.layers[0]?.status, "complete"));
  assert.equal(positions(), 11);
  store.refine({ west: -1, south: -1, east: 1, north: 1 }, 0.1);
  await eventually(async () => assert.equal(positions(), 1000));
  assert.deepEqual(asked.at(-1), {
    ...shown.arguments,
    tool: "show_map",
    layer: "svc:perimeters",
    detail_km: 0.05,
    view: [-1.5, -1.5, 1.5, 1.5],
  });
  // Somewhat beside, and farther away, the outlines are fine enough.
  store.refine({ west: -0.8, south: -1, east: 1.2, north: 1 }, 0.09);
  store.refine({ west: -9, south: -9, east: 9, north: 9 }, 5);
  assert.equal(asked.length, 2);
  store.close();
});

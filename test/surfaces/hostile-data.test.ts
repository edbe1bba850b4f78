import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { answerOf, httpTools, type Surface } from "@emberline/test-served/surfaces";
import { cleanEnvironment, programs, root, runtimes } from "@emberline/test-support/programs";
import { valuesOf } from "@emberline/test-support/records";
import { catalogue } from "@emberline/tools";

const near = { lat: 50.1, lon: 10.2, radius_km: 200 };
const days = { time: "2024-07-01/2024-07-03" };
const hotspots = { collection: "svc:hotspots" };
const collections = ["svc:hotspots", "svc:satellite-perimeters", "svc:static-heat-sources"];

const time = '"datetime":"2024-07-01T10:00:00Z"';

function feature(id: string, properties: string, coordinates: string): string {
  const type = coordinates.startsWith("[[[") ? "Polygon" : "Point";
  const geometry = `{"type":"${type}","coordinates":${coordinates}}`;
  return `{"type":"Feature","id":"${id}","geometry":${geometry},"properties":{${properties}}}\n`;
}

const square = "[[[10,50],[11,50],[11,51],[10,51],[10,50]]]";
/** Each file has one record that is rejected. */
const files = {
  "hotspots.geojsonl":
    feature("a", `${time},"frp":1e308,"confidence":"constructor"`, "[10,50.1]") +
    feature("b", `${time},"frp":1e308,"confidence":"__proto__"`, "[10.1,50.1]") +
    feature("c", `${time},"frp":-1e308,"confidence":"toString"`, "[10.2,50.1]") +
    feature("d", `${time},"frp":5,"__proto__":"p","constructor":"c","toString":7`, "[10.3,50.1]") +
    feature("__proto__", `${time},"frp":5,"__proto__":{"a":1},"constructor":[1]`, "[10.4,50.1]") +
    feature("e", `${time},"frp":1e309`, "[10.5,50.1]"),
  "perimeters.geojsonl": `${feature("p", `${time},"fire_id":"constructor","fire_name":"__proto__","area":1e308`, square)}{`,
  "static-heat-sources.geojsonl": `${feature("s", '"category":"constructor","name":"__proto__"', "[10.5,50.1]")}{`,
  "simulations.json": JSON.stringify([
    {
      id: "debeb4a5-2f56-4894-9098-452942f0cc98",
      status: "constructor",
      clusterId: null,
      fireName: "__proto__",
      locationName: null,
      latitude: 50,
      longitude: 10,
      model: "m",
      durationHours: 1e15,
      ensembleMembers: 10,
      burnedAreaM2: 1e308,
      auto: false,
      createdAt: "2024-07-01T00:00:00Z",
      errorMessage: null,
    },
    {},
  ]),
};

let folder: string;
let surface: Surface;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-hostile-data-"));
  const data = await mkdtemp(join(folder, "data-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, name), text);
  surface = httpTools(origin, await appInProcess(["--data", data]));
});

after(() => rm(folder, { recursive: true }));

const calls: [tool: string, input: Record<string, unknown>][] = [
  ["list_collections", {}],
  ...collections.flatMap((collection): [string, Record<string, unknown>][] => [
    ["describe_collection", { collection }],
    ["query_features", { collection, geometry: "full" }],
    ["summarize_features", { collection }],
    ["summarize_features", { collection, group_by: ["cell"] }],
    ...["geojson", "geojsonl", "csv", "kml"].map((format): [string, Record<string, unknown>] => [
      "export_features",
      { collection, format },
    ]),
  ]),
  ...["a", "d", "__proto__"].map((id): [string, Record<string, unknown>] => [
    "get_feature",
    { ...hotspots, id },
  ]),
  ["query_features", { ...hotspots, properties: ["constructor", "__proto__", "toString"] }],
  ["query_features", { ...hotspots, sort: "-constructor" }],
  ["query_features", { ...hotspots, filter: "\"__proto__\" = 'p' OR toString < frp" }],
  ["query_features", { ...hotspots, filter: "frp * 10 > 1" }],
  ["summarize_features", { ...hotspots, group_by: ["constructor"] }],
  ["summarize_features", { ...hotspots, group_by: ["__proto__", "confidence"] }],
  ["summarize_features", { ...hotspots, properties: ["frp", "__proto__", "toString"] }],
  ["summarize_features", { ...hotspots, group_by: ["cluster"] }],
  ["summarize_features", { ...hotspots, group_by: ["day"] }],
  ["summarize_features", { collection: "svc:satellite-perimeters", group_by: ["fire"] }],
  ["assess_location", { ...near, ...days }],
  ["assess_fire", { fire: "constructor" }],
  ["compare_periods", { ...hotspots, ...near, before: "2024-06-30", after: "2024-07-01" }],
  [
    "compare_periods",
    { collection: "svc:satellite-perimeters", ...near, before: "2024-06-30", after: "2024-07-01" },
  ],
  ["list_simulations", {}],
  ["show_map", { ...near, ...days }],
];

test("these calls are of every tool that reads the service", () => {
  const called = new Set(calls.map(([tool]) => tool));
  const others = catalogue.filter(({ name }) => !called.has(name)).map(({ name }) => name);
  assert.deepEqual(others, ["find_place"]);
});

for (const [tool, input] of calls) {
  test(`answers, and says what is missing: ${tool} ${JSON.stringify(input)}`, async () => {
    const { service_notices: notices } = await answerOf(surface, tool, input);
    const subjects = tool === "list_simulations" ? ["the simulations"] : collectionsOf(tool, input);
    const what = tool === "list_simulations" ? "Simulations" : "Features";
    for (const subject of subjects) {
      const notice = `The service says of ${subject}: "${what} are missing: when the data was loaded, 1 of its records was rejected."`;
      assert.ok(notices.includes(notice), `${notice} is not in ${notices}`);
    }
  });
}

function collectionsOf(tool: string, { collection }: Record<string, unknown>): string[] {
  if (typeof collection === "string") return [collection];
  return tool === "show_map" ? collections.slice(0, 2) : collections;
}

test("the values of properties with such names are those of the data", async () => {
  const shown = ["__proto__", "constructor", "toString", "frp"];
  const answer = await answerOf(surface, "query_features", {
    ...hotspots,
    properties: shown,
    sort: "frp",
  });
  assert.deepEqual(valuesOf(answer, "id", ...shown), [
    ["c", null, null, null, -1e308],
    ["__proto__", '{"a":1}', "[1]", null, 5],
    ["d", "p", "c", 7, 5],
    ["a", null, null, null, 1e308],
    ["b", null, null, null, 1e308],
  ]);
  const { properties } = await answerOf(surface, "get_feature", { ...hotspots, id: "d" });
  assert.deepEqual(Object.entries(properties).slice(2), [
    ['"__proto__"', "p"],
    ["constructor", "c"],
    ["toString", 7],
  ]);
});

test("a sum beyond a double is null, and the answer says so", async () => {
  const positive = { ...hotspots, properties: ["frp"], filter: "frp > 0" };
  const { stats, notices } = await answerOf(surface, "summarize_features", positive);
  const { count, sum, min, max } = stats.frp;
  assert.deepEqual([count, sum, min, max], [4, null, 5, 1e308]);
  assert.match(notices.join(" "), /values of "frp" are too large to add up/);
});

test("a sum is exact where only a part of it is beyond a double", async () => {
  const { stats, notices } = await answerOf(surface, "summarize_features", {
    ...hotspots,
    properties: ["frp"],
  });
  const { count, sum, min, max, mean, median } = stats.frp;
  assert.deepEqual([count, sum, min, max, mean, median], [5, 1e308, -1e308, 1e308, 2e307, 5]);
  assert.doesNotMatch((notices ?? []).join(" "), /too large/);
});

test("files of 150 MB in a key or a line are read in a heap of 128 MB", async () => {
  const long = gzipSync(Buffer.alloc(30e6, "k"));
  const around = (start: string, end: string) =>
    Buffer.concat([gzipSync(start), ...Array<Buffer>(5).fill(long), gzipSync(end)]);
  const point = feature("after", "", "[1,2]");
  const key = '{"type":"Feature","id":"x","geometry":null,"properties":{"';
  const paths = await Promise.all(
    Object.entries({
      "hotspots-key.geojsonl.gz": around(key, `":1}}\n${point}`),
      "perimeters-key.geojson.gz": around(`{"features":[${key}`, `":1}},${point}]}`),
      "static-heat-sources-member.geojson.gz": around('{"', `":1,"features":[${point}]}`),
    }).map(async ([name, bytes]) => {
      await writeFile(join(folder, name), bytes);
      return join(folder, name);
    }),
  );
  const [node, ...options] = runtimes.node;
  const child = spawn(
    node,
    [
      "--max-old-space-size=128",
      ...options,
      join(root, programs.service),
      "import",
      "--dry-run",
      ...paths,
    ],
    { env: cleanEnvironment(), stdio: ["ignore", "ignore", "pipe"] },
  );
  let printed = "";
  child.stderr.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "close");
  assert.equal(code, 0, printed);
  for (const name of paths) {
    assert.match(printed, new RegExp(`${name.split("/").at(-1)}: 1 features`));
  }
  assert.match(printed, /key\.geojsonl\.gz:1: too long to be read/);
});

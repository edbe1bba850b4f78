import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { type SplitService, secretOf } from "@emberline/test-served/split-service";
import {
  type Answer,
  answerOf,
  errorOf,
  httpTools,
  type Surface,
} from "@emberline/test-served/surfaces";
import { generatedCalls } from "@emberline/test-support/generated-calls";
import { valuesOf } from "@emberline/test-support/records";
import { catalogue } from "@emberline/tools";
import { appOver, splitFixtures, surfacesOver } from "./split-surfaces.ts";

let split: SplitService;
let wholeApp: App;
let severalApp: App;
let whole: Surface;
let several: Surface;

type App = Awaited<ReturnType<typeof appInProcess>>;

before(async () => {
  split = await splitFixtures();
  wholeApp = await appInProcess();
  severalApp = await appOver(split);
  whole = httpTools(origin, wholeApp);
  several = httpTools(origin, severalApp);
});
after(async () => {
  await split.close();
});

/**
 * An answer without the names of the services in front of ids, and what follows from them: which
 * collection was used.
 */
function withoutNames(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/\b(?:hot|fires|static):(?=svc:|[0-9a-f]{8}-)/g, "");
  return JSON.parse(text, (name, each) => {
    // The clock runs on between the two.
    if (/_cursor$|^picture_|_age_hours$/.test(name)) return "…";
    if (name !== "notices" || !Array.isArray(each)) return each;
    const notices = each.filter((notice) => !/ are those of /.test(notice));
    return notices.length > 0 ? notices : undefined;
  });
}

const calls: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ["describe_collection", { collection: "svc:hotspots" }],
  ["describe_collection", { collection: "simulations" }],
  ["get_feature", { collection: "svc:satellite-perimeters", id: "p2" }],
  ["assess_location", { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" }],
  ["assess_location", { within: "svc:satellite-perimeters/p2", time: "2024-07-01/2024-07-02" }],
  ["assess_fire", { fire: "Alpha" }],
  ["query_features", { collection: "svc:hotspots", fire: "Alpha" }],
  ["query_features", { collection: "svc:hotspots", exclude_static_km: 2 }],
  ["query_features", { collection: "simulations", limit: 2 }],
  ["query_features", { collection: "svc:hotspot" }],
  ["summarize_features", { collection: "simulations", group_by: ["status"] }],
  ["summarize_features", { collection: "svc:hotspots", group_by: ["day"] }],
  ["compare_periods", { collection: "svc:hotspots", before: "2024-07-01", after: "2024-07-02" }],
  [
    "compare_periods",
    { collection: "svc:satellite-perimeters", before: "2024-06", after: "2024-07" },
  ],
  ["list_simulations", { limit: 3 }],
  ["list_simulations", { fire: "Alpha" }],
  ["list_simulations", { sort: "-burned_area_km2" }],
  ["find_place", { name: "Hamburg" }],
  ["show_map", { near: "50,10", radius_km: 50 }],
  ["show_map", { collections: ["svc:hotspots", "simulations"] }],
];

test("every tool answers on three services as on one with all data, except for ids", async () => {
  const generated = [...take(generatedCalls(7, ground), 25)].map(
    ({ tool, input }) => [tool, input] as const,
  );
  // Names take tokens, so that a tight budget would leave out other rows.
  const asked = [...calls, ...generated].map(
    ([tool, input]) => [tool, { ...input, max_tokens: 10_000 }] as const,
  );
  for (const [tool, input] of asked) {
    const expected = await whole.call(tool, input);
    const { ok, ...found } = await several.call(tool, input);
    const about = `${tool} ${JSON.stringify(input)}`;
    assert.equal(ok, expected.ok, `${about}: ${JSON.stringify(found)}`);
    // Which ids are near an unknown one depends on the ids.
    if (!expected.ok) continue;
    assert.deepEqual(
      withoutNames("answer" in found && found.answer),
      withoutNames(expected.answer),
      about,
    );
  }
  const covered = new Set(asked.map(([tool]) => tool));
  const uncovered = catalogue.map(({ name }) => name).filter((name) => !covered.has(name));
  assert.deepEqual(uncovered, ["list_collections", "export_features"]);
});

const exportsOf: readonly object[] = [
  ...["geojson", "geojsonl", "csv", "kml"].map((format) => ({
    collection: "svc:hotspots",
    time: "2024-07-01/2024-07-02",
    format,
  })),
  { collection: "svc:hotspots", fire: "Alpha", format: "geojsonl" },
  { collection: "svc:hotspots", within: "svc:satellite-perimeters/p2", format: "geojsonl" },
  { collection: "svc:satellite-perimeters", latest_per_fire: true, format: "geojsonl" },
];

test("export_features writes the file of one service with all data, except for ids", async () => {
  const fileOf = async (surface: Surface, app: App, input: object) => {
    const {
      url,
      expires: _,
      size_bytes: size,
      ...rest
    } = await answerOf(surface, "export_features", input);
    const text = await (await app(url)).text();
    assert.equal(size, Buffer.byteLength(text));
    return { rest: withoutNames(rest), text: withoutNames(text) };
  };
  for (const input of exportsOf) {
    const expected = await fileOf(whole, wholeApp, input);
    assert.ok(Number((expected.rest as Answer).count) > 0);
    assert.deepEqual(await fileOf(several, severalApp, input), expected, JSON.stringify(input));
  }
});

const ground = {
  times: ["2024-07-01", "2024-07-01/2024-07-03", "2024-06-01/2024-07-31"],
  places: [
    [10, 50],
    [10.1, 50],
  ] as const,
  fires: ["Alpha"],
};

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let taken = 0;
  for (const item of items) {
    if (taken++ === count) return;
    yield item;
  }
}

test("collections of all services are listed, with their names in front", async () => {
  const { collections, notices } = await answerOf(several, "list_collections");
  const listed = collections.map(({ id }: Answer) => id);
  assert.ok(listed.includes("hot:svc:hotspots") && listed.includes("fires:svc:hotspots"));
  assert.equal(notices, undefined);
  const { rows, columns } = await answerOf(several, "query_features", {
    collection: "hot:svc:hotspots",
    limit: 3,
  });
  assert.equal(valuesOf({ rows, columns }, "id").length, 3);
});

test("an answer says which collections it used", async () => {
  const input = { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" };
  const { notices } = await answerOf(several, "assess_location", input);
  for (const used of [
    "Hotspots are those of hot:svc:hotspots.",
    "Perimeters are those of fires:svc:satellite-perimeters.",
    "Static heat sources are those of static:svc:static-heat-sources.",
  ]) {
    assert.ok(notices.includes(used), used);
  }
});

test("the operator chooses the collection of a layer; otherwise the first with data has it", async () => {
  const [hot, ...others] = split.entries;
  const copy = { ...hot, name: "copy" };
  const input = { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" };
  for (const [layers, collection, notice] of [
    [
      {},
      "hot:svc:hotspots",
      "Hotspots are those of hot:svc:hotspots; not read: copy:svc:hotspots.",
    ],
    [{ hotspots: "svc:hotspots" }, "copy:svc:hotspots", "Hotspots are those of copy:svc:hotspots."],
  ] as const) {
    const surfaces = await surfacesOver(split, [hot!, { ...copy, layers }, ...others]);
    for (const surface of surfaces) {
      const answer = await answerOf(surface, "assess_location", input);
      assert.equal(answer.selection.collection, collection);
      assert.ok(answer.notices.includes(notice), notice);
      // The same detections of two services count once.
      assert.equal(answer.matched, 4);
      await surface.close();
    }
  }
});

test("no service sees the credentials of another", async () => {
  for (const { name, seen } of split.parts) {
    const tokens = new Set(seen.map(({ authorization }) => authorization));
    for (const other of split.parts.filter((each) => each.name !== name)) {
      for (const { authorization } of other.seen)
        assert.ok(authorization === "" || !tokens.has(authorization));
    }
    assert.ok(tokens.size > 1, `${name} was called with tokens`);
  }
});

test("a wrong secret of one service is said by name, and appears nowhere", async () => {
  const surfaces = await surfacesOver(split, split.entries, {
    SECRET_OF_STATIC: "wrong-secret-of-static",
  });
  for (const surface of surfaces) {
    const listed = await answerOf(surface, "list_collections");
    assert.match(listed.notices.join(), /Service static refuses its credentials/);
    const message = await errorOf(surface, "query_features", {
      collection: "static:svc:static-heat-sources",
    });
    assert.match(message, /^service_authentication: Service static: /);
    const text = JSON.stringify(listed) + message;
    assert.ok(!/wrong-secret/.test(text) && !text.includes(secretOf("hot")));
    await surface.close();
  }
});

test("what the operator wrote wrong is one sentence that says what would be right", async () => {
  const [hot] = split.entries;
  const one = {
    EMBERLINE_BASE_URL: "https://x.example",
    EMBERLINE_CLIENT_ID: "id",
    EMBERLINE_CLIENT_SECRET: "hush-hush",
  };
  const { secretVariable: _, ...bare } = hot!;
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ EMBERLINE_SERVICES: "/no/such/file" }, /give JSON, or a file that can be read/],
    [{ EMBERLINE_SERVICES: "{" }, /give JSON such as/],
    [services({ ...hot, name: "Hot" }), /has a wrong services\[0\]\.name.*small letters/],
    [services({ ...hot, baseUrl: "ftp://x" }), /services\[0\]\.baseUrl.*http or https/],
    [services(hot!, hot!), /two services named hot/],
    [
      services(bare),
      /the service hot of EMBERLINE_SERVICES has auth exchange, but no secretVariable/,
    ],
    [services({ ...hot, secretVariable: "NOT_SET" }), /from the variable NOT_SET: set it/],
    [services({ ...hot, auth: "none" }), /auth none, which needs no clientId/],
    [services({ ...hot, secret: "x" }), /both secret and secretVariable/],
    [{ ...services(hot!), ...one }, /EMBERLINE_BASE_URL are both set/],
    [services({ ...hot, layers: { fires: "x" } }), /services\[0\]\.layers/],
    [services({ name: "a", embedded: true, baseUrl: "https://x.example" }), /services\[0\]/],
  ];
  for (const [environment, expected] of wrong) {
    const starting = appInProcess([], { ...split.secrets, ...environment });
    await assert.rejects(starting, ({ message }: Error) => {
      assert.match(message, expected);
      assert.ok(!message.includes(secretOf("hot")));
      return true;
    });
  }
});

function services(...entries: readonly Readonly<Record<string, unknown>>[]) {
  return { EMBERLINE_SERVICES: JSON.stringify({ services: entries }) };
}

test("made-up data among real services is named, and nothing real is called synthetic", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "emberline-made-up-"));
  t.after(() => rmSync(data, { recursive: true }));
  const feature = {
    type: "Feature",
    id: "a",
    geometry: { type: "Point", coordinates: [1, 2] },
    properties: { datetime: "2025-06-20T00:00:00Z", synthetic: true },
  };
  writeFileSync(join(data, "hotspots.geojsonl"), JSON.stringify(feature));
  const surfaces = await surfacesOver(split, [
    { name: "sample", embedded: true, data, layers: { hotspots: "svc:hotspots" } },
    split.entries[0]!,
  ]);
  for (const surface of surfaces) {
    const { notices, collections } = await answerOf(surface, "list_collections");
    assert.deepEqual(
      [...new Set(collections.map(({ id }: Answer) => id.split(":")[0]))],
      ["sample", "hot"],
    );
    assert.match(notices.join(" "), /Synthetic data in service sample: none of its fires/);
    const real = await answerOf(surface, "query_features", { collection: "hot:svc:hotspots" });
    const said = JSON.stringify([notices, real.notices]);
    assert.doesNotMatch(said, /none of these fires, detections and heat sources is real/);
    await surface.close();
  }
});

test("a single service of the file has ids without a name, as any single service", async () => {
  const [surface] = await surfacesOver(split, split.entries.slice(0, 1));
  const { collections } = await answerOf(surface!, "list_collections");
  assert.ok(collections.some(({ id }: Answer) => id === "svc:hotspots"));
});

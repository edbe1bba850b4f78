import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { DOMParser } from "@xmldom/xmldom";
import { callTool, helpers, svgPictures } from "../src/index.ts";
import { answerOf, call, contextOf, type FakeService, point } from "./support.ts";

const now = "2025-06-20T12:00:00Z";
const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";
const staticSources = "svc:static-heat-sources";

const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];

const perimeterQueryables = [
  { id: "datetime", type: "dateTime" },
  { id: "fire_id", type: "string" },
  { id: "fire_name", type: "string" },
];

const intercept = ({ pathname }: URL) =>
  pathname.endsWith(`${perimeters}/queryables`)
    ? Response.json({ queryables: perimeterQueryables })
    : undefined;

const detection = (id: string, lon: number, lat: number, frp = 10) =>
  point(id, lon, lat, { datetime: "2025-06-20T10:00:00Z", frp });

function perimeter(id: string, fire: string, day: string, name = "North") {
  const coordinates = [
    [
      [10, 50],
      [10.1, 50],
      [10.1, 50.1],
      [10, 50.1],
      [10, 50],
    ],
  ];
  const properties = { datetime: `${day}T00:00:00Z`, fire_id: fire, fire_name: name };
  return { type: "Feature", id, geometry: { type: "Polygon", coordinates }, properties };
}

const simulation = (id: string, longitude: number, createdAt: string) => ({
  id,
  status: "COMPLETED",
  clusterId: null,
  fireName: null,
  locationName: null,
  latitude: 50,
  longitude,
  model: "m",
  durationHours: 12,
  ensembleMembers: 1,
  burnedAreaM2: 1,
  auto: false,
  createdAt,
  errorMessage: null,
  links: { self: "https://service.test/x" },
});

const features = {
  [hotspots]: [detection("h1", 10.05, 50.05), detection("h2", 10.06, 50.06, 700)],
  [perimeters]: [
    perimeter("p1", "a", "2025-06-18"),
    perimeter("p2", "a", "2025-06-19"),
    perimeter("p3", "b", "2025-06-19", "South"),
  ],
  [staticSources]: [point("s1", 10.02, 50.02, { category: "steel" })],
};

const simulations = [
  simulation("in", 10.03, "2025-06-20T06:00:00Z"),
  simulation("elsewhere", 40, "2025-06-20T06:00:00Z"),
  simulation("lapsed", 10.03, "2025-05-01T06:00:00Z"),
];

const near = { near: "50.05,10.05", radius_km: 30 };

const service: FakeService = { features, queryables, simulations, intercept };

async function drawn(input: unknown, changes: Partial<FakeService> = {}) {
  const { context } = contextOf({ ...service, ...changes }, now, { pictures: svgPictures });
  const result = await call("show_map", input, context);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  assert.equal(result.attachment?.kind, "picture");
  const { bytes } = result.attachment as { bytes: Uint8Array };
  return { answer: result.output, svg: new TextDecoder().decode(bytes) };
}

const cellsOf = (answer: Record<string, unknown>, column: string) => {
  return Object.fromEntries(recordsOf(answer).map((each) => [each.collection, each[column]]));
};

test("a map states how many match and how many are drawn, by collection", async () => {
  const { context } = contextOf(service, now);
  const answer = await answerOf("show_map", { ...near, time: "2025-06-18/2025-06-20" }, context);
  const expected = { [hotspots]: 2, [perimeters]: 2, [staticSources]: 1, simulations: 1 };
  assert.deepEqual(cellsOf(answer, "matched"), expected);
  assert.deepEqual(cellsOf(answer, "drawn"), expected);
  assert.equal(answer.complete, true);
  assert.deepEqual(answer.selection.interval, ["2025-06-18T00:00:00Z", "2025-06-20T23:59:59.999Z"]);
  assert.match(answer.caption, /2 of svc:hotspots, 2 of svc:satellite-perimeters/);
  assert.match(answer.notices.join(" "), /newest snapshot of each fire counts; 1 older/);
});

test("the facts are the same with and without a picture", async () => {
  const { context } = contextOf(service, now);
  const { answer, svg } = await drawn(near);
  assert.deepEqual(await answerOf("show_map", near, context), answer);
  assert.match(svg, /^<svg /);
});

test("if the picture fails, the facts are complete", async () => {
  const failing = { mimeType: "image/png", encode: () => Promise.reject(new Error("no memory")) };
  const { context } = contextOf(service, now, { pictures: failing });
  const result = await call("show_map", near, context);
  assert.ok(result.ok);
  assert.equal(result.attachment, undefined);
  assert.equal(cellsOf(result.output, "matched")[hotspots], 2);
  assert.match(JSON.stringify(result.output.notices), /picture could not be drawn/);
});

test("with more than 5,000 detections, the answer and the picture state how many are drawn", async () => {
  const many = Array.from({ length: 9000 }, (_, i) =>
    detection(`h${i}`, 10 + (i % 300) / 900, 50 + Math.floor(i / 300) / 90, i % 50),
  );
  const { answer, svg } = await drawn(
    { collections: [hotspots] },
    { features: { [hotspots]: many } },
  );
  const shown = cellsOf(answer, "drawn")[hotspots] as number;
  assert.ok(shown <= 5000 && shown > 2000);
  const note = `${shown.toLocaleString("en")} of 9,000 detections are drawn: in every`;
  assert.ok((answer.caption as string).includes(note) && svg.includes(note));
  assert.equal(cellsOf(answer, "matched")[hotspots], 9000);
});

test("if there are too many perimeters, the newest are drawn, and the answer says so", async () => {
  const many = Array.from({ length: 2100 }, (_, i) =>
    perimeter(`p${i}`, `fire ${i}`, i < 1900 ? "2025-06-19" : "2025-05-01", "N"),
  );
  const { answer, svg } = await drawn(
    { collections: [perimeters] },
    { features: { [perimeters]: many } },
  );
  assert.deepEqual(cellsOf(answer, "drawn"), { [perimeters]: 2000 });
  const said = (name: string) => `Of ${name} the newest 2,000 are drawn.`;
  assert.ok((answer.caption as string).includes(said("svc:satellite-perimeters")));
  assert.ok(svg.includes(said("the fire perimeters")));
});

test("a filter needs exactly one collection", async () => {
  const { context, requests } = contextOf(service, now);
  for (const collections of [undefined, [hotspots, perimeters], ["simulations"]]) {
    const result = await call("show_map", { ...near, filter: "frp > 5", collections }, context);
    assert.ok(!result.ok);
    assert.match(result.error.message, /^filter /);
  }
  assert.equal(requests.length, 0);
});

test("collections that the service does not offer are reported as missing, and the rest is drawn", async () => {
  const { [staticSources]: _, ...rest } = features;
  const { context } = contextOf({ ...service, features: rest }, now);
  const answer = await answerOf("show_map", near, context);
  assert.equal(answer.complete, false);
  assert.match(
    answer.notices.join(" "),
    /does not offer svc:static-heat-sources: it is missing from the map/,
  );
  assert.equal(cellsOf(answer, "matched")[hotspots], 2);
});

test("an unknown collection is refused with the known ones", async () => {
  const { context } = contextOf(service, now);
  const result = await call("show_map", { collections: ["svc:hotspot"] }, context);
  assert.ok(!result.ok);
  assert.match(result.error.message, /Did you mean "svc:hotspots"/);
});

test("static sources are requested without a time, and only with an area", async () => {
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T11:00:00Z"]] } };
  const asked = (requests: readonly URL[]) =>
    requests.filter(({ pathname }) => pathname.endsWith(`${staticSources}/items`));
  const withArea = contextOf({ ...service, extent }, now);
  await answerOf("show_map", { ...near, time: "last 24h" }, withArea.context);
  assert.deepEqual(
    asked(withArea.requests).map(({ searchParams }) => searchParams.get("datetime")),
    [null],
  );
  const without = contextOf({ ...service, extent }, now);
  const answer = await answerOf("show_map", {}, without.context);
  assert.equal(asked(without.requests).length, 0);
  assert.match(answer.notices.join(" "), /Static heat sources are drawn only if an area is given/);
});

test("a collection of another kind is drawn as it is", async () => {
  const { answer } = await drawn(
    { collections: ["svc:roads"] },
    { features: { "svc:roads": [point("r", 1, 2)] } },
  );
  assert.deepEqual(cellsOf(answer, "drawn"), { "svc:roads": 1 });
});

test("an empty map says that it is empty, and never that it is safe", async () => {
  const { answer, svg } = await drawn(
    { bbox: [10, 50, 11, 51] },
    {
      features: { [hotspots]: [], [perimeters]: [], [staticSources]: [] },
      simulations: [],
    },
  );
  assert.equal(answer.caption, "Nothing matches.");
  assert.match((answer.notices as string[]).join(" "), /does not prove/);
  assert.match(svg, /Nothing matches\./);
});

test("names of features are text in the picture, without hidden or reordering characters", async () => {
  const name = `<script>x</script>"'&\u202E\u0000 fire`;
  const hostile = { ...features, [perimeters]: [perimeter("p", "a", "2025-06-19", name)] };
  const { svg } = await drawn(near, { features: hostile });
  const raise = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const parsed = new DOMParser({ onError: raise }).parseFromString(svg, "image/svg+xml");
  assert.equal(parsed.getElementsByTagName("script").length, 0);
  const texts = Array.from(parsed.getElementsByTagName("text"), ({ textContent }) => textContent);
  assert.ok(texts.includes(`<script>x</script>"'& fire`));
});

test("synthetic data is marked in the picture and reported in the answer", async () => {
  const { context } = contextOf({ ...service, described: { synthetic: true } }, now, {
    pictures: svgPictures,
  });
  const result = await call("show_map", near, context);
  assert.ok(result.ok);
  assert.match(JSON.stringify(result.output.notices), /Synthetic data/);
  const { bytes } = result.attachment as { bytes: Uint8Array };
  assert.match(new TextDecoder().decode(bytes), />SYNTHETIC DATA</);
});

test("the request URLs are left out before the answer gets too long", async () => {
  const { context } = contextOf(service, now);
  const asked = { ...near, time: "2025-06-18/2025-06-20" };
  const explained = { ...asked, explain: true };
  const whole = await answerOf("show_map", explained, context);
  const short = await answerOf("show_map", { ...explained, max_tokens: 500 }, context);
  assert.ok(whole.columns.includes("request"));
  assert.deepEqual(cellsOf(short, "matched"), cellsOf(whole, "matched"));
});

test("of many thousand detections, first and last are drawn where they lie", async () => {
  const last = 40_000;
  const lonOf = (i: number) => (i === 0 ? 10 : i === last ? 12 : 11);
  const features = Array.from({ length: last + 1 }, (_, i) => detection(`d${i}`, lonOf(i), 50));
  const { context } = contextOf({ features: { [hotspots]: features }, queryables });
  const answer = await answerOf("show_map", { collections: [hotspots] }, context);
  const columns = answer.columns as string[];
  const cell = (column: string) => answer.rows[0][columns.indexOf(column)];
  assert.equal(cell("matched"), last + 1);
  // In every few pixels only the strongest is drawn.
  assert.equal(cell("drawn"), 3);
});

const textsOf = (svg: string) =>
  Array.from(
    new DOMParser().parseFromString(svg, "image/svg+xml").getElementsByTagName("text"),
    ({ textContent }) => textContent ?? "",
  );

test("a picture says in words what, where and when, and never an id", async () => {
  const { svg } = await drawn({ ...near, time: "2025-06-18/2025-06-20" });
  const texts = textsOf(svg);
  assert.match(texts.join(" "), /^.*Fires near [A-Z].*, 18–20 Jun 2025/);
  assert.match(texts.join(" "), /2 detections, 2 fire perimeters, 1 static heat source and 1 sim/);
  assert.match(texts.join(" "), /Source: .*Place names: GeoNames/);
  assert.doesNotMatch(svg, /svc:/);
});

const detectedOn = (id: string, lon: number, day: string) =>
  point(id, lon, 50.05, { datetime: `${day}T10:00:00Z`, frp: 10 });

/** The fake service does not filter, so that the features of each day are served by its datetime. */
test("two periods are compared as compare_periods does, with shapes and a title in words", async () => {
  const changing = {
    ...features,
    [hotspots]: [
      detectedOn("gone", 9.9, "2025-06-17"),
      detectedOn("stays before", 10.05, "2025-06-17"),
      detectedOn("stays", 10.051, "2025-06-19"),
      detectedOn("new 1", 10.2, "2025-06-19"),
      detectedOn("new 2", 10.201, "2025-06-19"),
    ],
    [perimeters]: [
      perimeter("p1", "a", "2025-06-17"),
      perimeter("p2", "a", "2025-06-19"),
      perimeter("p3", "b", "2025-06-19", "South"),
    ],
  };
  const periods = { before: "2025-06-17", after: "2025-06-19" };
  const { answer, svg } = await drawn({ ...near, ...periods }, { features: changing });
  const { context } = contextOf({ ...service, features: changing }, now);
  const compared = await answerOf(
    "compare_periods",
    { collection: hotspots, ...near, ...periods },
    context,
  );
  assert.deepEqual(compared.by_status, { new: 1, continuing: 1, not_seen_again: 1 });
  const ofPage = await callTool(
    helpers.mapFeatures,
    { tool: "show_map", layer: hotspots, ...near, ...periods },
    { ...context, offered: ["show_map"] },
  );
  assert.ok(ofPage.ok);
  assert.deepEqual(recordsOf(ofPage.output), recordsOf(compared));
  assert.match(
    answer.caption as string,
    /Detections: 2 new, 1 continuing, 1 not seen again\. Fires: 1 new, 1 continuing, 0 not seen again\./,
  );
  assert.deepEqual((answer.selection as { before: unknown }).before, [
    "2025-06-17T00:00:00Z",
    "2025-06-17T23:59:59.999Z",
  ]);
  const texts = textsOf(svg);
  for (const text of ["2 new", "1 continuing", "1 not seen again", "1 new", "earlier outline"])
    assert.ok(texts.includes(text), text);
  assert.match(texts.join(" "), /: 19 Jun 2025 compared with 17 Jun 2025/);
});

test("a comparison needs both periods, and no time", async () => {
  const { context } = contextOf(service, now);
  for (const [input, message] of [
    [{ before: "2025-06-17" }, /give before and after/],
    [{ after: "2025-06-17" }, /give before and after/],
    [{ before: "2025-06-17", after: "2025-06-19", time: "2025-06" }, /before and after are/],
  ] as const) {
    const result = await call("show_map", { ...near, ...input }, context);
    assert.ok(!result.ok);
    assert.match(result.error.message, message);
  }
});

test("the growth of a fire has a step for each day whose area has changed", async () => {
  const sized = (id: string, day: string, size: number) => {
    const feature = perimeter(id, "a", day);
    const ring = feature.geometry.coordinates[0]!.map(([x, y]) => [
      10 + (x! - 10) * size,
      50 + (y! - 50) * size,
    ]);
    return { ...feature, geometry: { type: "Polygon", coordinates: [ring] } };
  };
  const grown = [
    sized("p1", "2025-06-16", 0.5),
    sized("p2", "2025-06-17", 1),
    sized("p3", "2025-06-18", 1.001),
    sized("p4", "2025-06-19", 1.5),
  ];
  const { answer, svg } = await drawn(
    { fire: "North" },
    { features: { ...features, [perimeters]: grown } },
  );
  assert.equal(cellsOf(answer, "matched")[perimeters], 4);
  assert.equal(cellsOf(answer, "drawn")[perimeters], 3);
  // A square of 0.1° at 50° N has 7.16 km by 11.12 km.
  assert.deepEqual(
    textsOf(svg).filter((text) => /^\d+ Jun: /.test(text)),
    ["16 Jun: 20 km²", "17 Jun: 80 km²", "19 Jun: 179 km²"],
  );
  assert.match(textsOf(svg).join(" "), /Growth of the North fire, 16–19 Jun 2025/);
});

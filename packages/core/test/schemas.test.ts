import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import {
  readFeatures,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import fc from "fast-check";
import { z } from "zod";
import type { Client, Feature } from "../src/index.ts";
import {
  collectionSchema,
  featureCollectionSchema,
  featureSchema,
  simulationPageSchema,
} from "../src/schemas.ts";
import { clientOf, fakeService } from "./support/fake-service.ts";

/** Whether the client accepts this answer. */
async function accepts(
  answer: unknown,
  call: (client: Client) => Promise<unknown>,
): Promise<boolean> {
  const client = clientOf(fakeService({ answer: () => Response.json(answer) }));
  const problem = await call(client).then(
    () => undefined,
    (error) => error,
  );
  assert.ok(problem === undefined || problem.code === "response", String(problem));
  return problem === undefined;
}

const number = fc.oneof(
  fc.integer({ min: -180, max: 180 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const degrees = (most: number) =>
  fc.oneof(
    fc.integer({ min: -most, max: most }),
    fc.double({ min: -most, max: most, noNaN: true }),
  );
const position = fc
  .tuple(degrees(540), degrees(90), fc.array(number, { maxLength: 2 }))
  .map(([longitude, latitude, rest]) => [longitude, latitude, ...rest]);
const positions = (minLength: number): fc.Arbitrary<number[][]> =>
  fc.array(position, { minLength, maxLength: minLength + 3 });
const ring = positions(3).map((open) => [...open, [...open[0]!]]);
const few = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 3 });
const geometryOf = (type: string, coordinates: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.record({ type: fc.constant(type), coordinates });
const { geometry } = fc.letrec<{ geometry: object }>((tie) => ({
  geometry: fc.oneof(
    { depthSize: "small" },
    geometryOf("Point", position),
    geometryOf("MultiPoint", positions(0)),
    geometryOf("LineString", positions(2)),
    geometryOf("MultiLineString", few(positions(2))),
    geometryOf("Polygon", few(ring)),
    geometryOf("MultiPolygon", few(few(ring))),
    fc.record({ type: fc.constant("GeometryCollection"), geometries: few(tie("geometry")) }),
  ),
}));
const link = fc.record(
  { href: fc.constant("https://service.example/x"), rel: fc.constant("self"), length: fc.nat() },
  { requiredKeys: ["href"] },
);
const feature = fc.record(
  {
    type: fc.constant("Feature"),
    id: fc.oneof(fc.string(), fc.integer()),
    geometry: fc.option(geometry),
    properties: fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
    links: few(link),
    bbox: fc.array(number, { minLength: 4, maxLength: 4 }),
  },
  { requiredKeys: ["type", "geometry", "properties"] },
);
const featureCollection = few(feature).chain((features) =>
  fc.record(
    {
      type: fc.constant("FeatureCollection"),
      features: fc.constant(features),
      links: few(link),
      timeStamp: fc.constant("2026-01-01T00:00:00Z"),
      numberMatched: fc.nat(),
      numberReturned: fc.constant(features.length),
    },
    { requiredKeys: ["type", "features"] },
  ),
);
const text = fc.string();
const collection = fc.record(
  {
    id: text,
    title: text,
    description: text,
    links: few(link),
    itemType: text,
    crs: few(text),
    storageCrs: text,
    extent: fc.record(
      {
        spatial: fc.record(
          { bbox: few(fc.array(number, { minLength: 4, maxLength: 4 })) },
          { requiredKeys: [] },
        ),
        temporal: fc.record(
          { interval: few(fc.tuple(fc.option(text), fc.option(text))) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["id", "links"] },
);
const simulation = fc.record(
  {
    id: text,
    status: text,
    clusterId: fc.option(text),
    fireName: fc.option(text),
    locationName: fc.option(text),
    latitude: number,
    longitude: number,
    model: text,
    durationHours: fc.integer(),
    ensembleMembers: fc.integer(),
    burnedAreaM2: fc.option(number),
    auto: fc.boolean(),
    createdAt: text,
    errorMessage: fc.option(text),
    links: fc.record({ self: text }),
  },
  {
    requiredKeys: [
      "id",
      "status",
      "latitude",
      "longitude",
      "model",
      "durationHours",
      "ensembleMembers",
      "auto",
      "createdAt",
    ],
  },
);
const simulationPage = fc.record(
  { items: few(simulation), nextCursor: fc.option(text) },
  { requiredKeys: ["items"] },
);

/**
 * The value with one place of it, found by following the choices downwards, replaced or taken away.
 */
function spoil(value: unknown, choices: number[], junk: unknown): unknown {
  const [choice, ...rest] = choices;
  if (typeof value !== "object" || value === null || choice === undefined) return junk;
  const keys = Object.keys(value);
  if (keys.length === 0) return junk;
  const key = keys[choice % keys.length]!;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...value };
  const place = copy as Record<string, unknown>;
  if (rest.length === 0 && junk === undefined) {
    if (Array.isArray(copy)) copy.splice(Number(key), 1);
    else delete place[key];
  } else {
    place[key] = spoil(place[key], rest, junk);
  }
  return copy;
}

const junk = fc.constantFrom<unknown>(
  undefined,
  null,
  0,
  1.5,
  -1,
  1e20,
  "",
  "x",
  "Point",
  "Polygon",
  "GeometryCollection",
  true,
  [],
  {},
  [1],
  [1, 2],
  [
    [1, 2],
    [3, 4],
    [5, 6],
    [1, 2],
  ],
  [[[1, 2]]],
);
const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });

const answers: [
  name: string,
  valid: fc.Arbitrary<object>,
  schema: z.ZodType,
  call: (client: Client) => Promise<unknown>,
][] = [
  ["a feature", feature, featureSchema, (client) => client.features.get("svc:hotspots", "1")],
  [
    "a page of features",
    featureCollection,
    featureCollectionSchema,
    (client) => client.features.page("svc:hotspots"),
  ],
  [
    "a collection",
    collection,
    collectionSchema,
    (client) => client.collections.get("svc:hotspots"),
  ],
  [
    "a page of simulations",
    simulationPage,
    simulationPageSchema,
    (client) => client.simulations.page(),
  ],
];

for (const [name, valid, schema, call] of answers) {
  test(`the client and the schema accept ${name} that is valid`, async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (value) => {
        assert.equal(schema.safeParse(JSON.parse(JSON.stringify(value))).success, true);
        assert.equal(await accepts(value, call), true);
      }),
      { numRuns: 100 },
    );
  });

  test(`the client and the schema agree on ${name} with one value broken`, async () => {
    await fc.assert(
      fc.asyncProperty(valid, choices, junk, async (value, path, rubbish) => {
        const spoilt = JSON.parse(JSON.stringify(spoil(value, path, rubbish) ?? null));
        assert.equal(
          await accepts(spoilt, call),
          schema.safeParse(spoilt).success,
          JSON.stringify(spoilt),
        );
      }),
      { numRuns: amount(200, 2000) },
    );
  });
}

test("both refuse what RFC 7946 forbids", async () => {
  const deep = (levels: number): object =>
    levels === 0
      ? { type: "Point", coordinates: [1, 2] }
      : { type: "GeometryCollection", geometries: [deep(levels - 1)] };
  const judged: [geometry: unknown, valid: boolean][] = [
    [{ type: "Point", coordinates: [1] }, false],
    [{ type: "Point", coordinates: [1, 2, 3, 4, 5] }, false],
    [{ type: "Point", coordinates: ["1", "2"] }, false],
    [{ type: "Point" }, false],
    [{ type: "point", coordinates: [1, 2] }, false],
    [{ type: "LineString", coordinates: [[1, 2]] }, false],
    [
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
      false,
    ],
    [
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      },
      false,
    ],
    [
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      true,
    ],
    [{ type: "GeometryCollection", coordinates: [] }, false],
    [deep(16), true],
    [deep(17), false],
    [deep(500), false],
    [undefined, false],
    [null, true],
  ];
  for (const [geometry, valid] of judged) {
    const value = JSON.parse(JSON.stringify({ type: "Feature", geometry, properties: null }));
    assert.equal(
      featureSchema.safeParse(value).success,
      valid,
      JSON.stringify(value).slice(0, 200),
    );
    assert.equal(await accepts(value, (client) => client.features.get("svc:hotspots", "1")), valid);
  }
});

test("numbers too large for a double are refused", async () => {
  const text =
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[1e999,2]},"properties":null}';
  assert.equal(featureSchema.safeParse(JSON.parse(text)).success, false);
  const client = clientOf(fakeService({ answer: () => new Response(text) }));
  await assert.rejects(client.features.get("svc:hotspots", "1"), { code: "response" });
});

test("an endlessly nested collection is refused without a stack overflow", async () => {
  const levels = 100_000;
  const text = `{"type":"Feature","properties":null,"geometry":${'{"type":"GeometryCollection","geometries":['.repeat(levels)}${"]}".repeat(levels)}}`;
  const client = clientOf(fakeService({ answer: () => new Response(text) }));
  await assert.rejects(client.features.get("svc:hotspots", "1"), { code: "response" });
});

test("the schemas can be written as JSON Schema", () => {
  const written = z.toJSONSchema(featureCollectionSchema, { io: "input" });
  assert.match(JSON.stringify(written), /GeometryCollection/);
});

test("real features are accepted", { skip: skipWithoutSharedData }, async () => {
  const names = [
    "hotspots_hawaii_viirs_2024-04_2024-06",
    "hotspots_oregon_viirs_2026-07",
    "static-heat-sources",
    "perimeters_wfigs_ca-2023_or-wa-2023-2024",
  ];
  for (const name of names) {
    // Of the perimeters, most of the bytes, one in eight.
    const oneIn = name.startsWith("perimeters") ? amount(8, 1) : 1;
    const features = readFeatures<Feature>(name, sharedData, oneIn);
    const answer = { type: "FeatureCollection", features };
    assert.equal(
      await accepts(answer, (client) => client.features.page("svc:hotspots", { limit: 10_000 })),
      true,
    );
  }
});

test("a collection may have more members than a call has room for arguments", async () => {
  const geometries = Array.from({ length: 150_000 }, () => ({
    type: "Point",
    coordinates: [9, 45],
  }));
  const feature = {
    type: "Feature",
    id: "a",
    geometry: { type: "GeometryCollection", geometries },
    properties: {},
  };
  assert.equal(featureSchema.safeParse(feature).success, true);
});

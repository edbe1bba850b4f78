import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FeedAnswer, FeedError, type FeedErrorCode, fedsFeed } from "../src/index.ts";
import { type FedsItem, FedsService, fedsItem } from "./support/feds-service.ts";
import { KeptFeatures } from "./support/kept-features.ts";
import { answerOf, squareAt } from "./support/wfigs-service.ts";

/** At noon of 2026-07-30. */
const steps = ["2026-07-28T00:00:00", "2026-07-28T12:00:00", "2026-07-29T12:00:00"];

async function readAll(...lists: (readonly FedsItem[])[]): Promise<KeptFeatures> {
  const kept = new KeptFeatures();
  for (const items of lists) await kept.read(fedsFeed(), new FedsService(items).request);
  return kept;
}

test("a row is an estimate with its key as id, units in its names, and its time in UTC", async () => {
  const [feature] = (await readAll([fedsItem(17_726, steps[0]!)])).all();
  assert.equal(feature?.id, "CONUS|17726.0|2026-07-28T00:00:00");
  const time = Date.UTC(2026, 6, 28);
  assert.deepEqual(feature?.time, { start: time, end: time });
  assert.deepEqual(feature?.properties, {
    fire_id: "CONUS|17726",
    kind: "satellite_estimate",
    source: "FEDS",
    datetime: "2026-07-28T00:00:00Z",
    sequence: 20260728000000,
    region: "CONUS",
    primarykey: "CONUS|17726.0|2026-07-28T00:00:00",
    duration_days: 3.5,
    farea_km2: 12.25,
    fperim_km: 14.5,
    flinelen_km: 2.5,
    n_pixels: 90,
    n_newpixels: 7,
    pixden: 7.3,
    meanfrp_mw: 4.25,
    is_active: true,
    merged_into: null,
  });
});

test("a request has full times, small pages and a stable order", async () => {
  const service = new FedsService([]);
  const baseUrl = new URL("https://mirror.test/api/features");
  const areas = [[-125, 32, -114, 42]] as const;
  await new KeptFeatures().read(fedsFeed({ baseUrl, areas, days: 2 }), service.request);
  assert.deepEqual(
    service.urls.map(({ searchParams }) => searchParams.get("datetime")),
    [
      "2026-07-28T00:00:00Z/2026-07-28T23:59:59Z",
      "2026-07-29T00:00:00Z/2026-07-29T23:59:59Z",
      "2026-07-30T00:00:00Z/..",
    ],
  );
  const [url] = service.urls;
  assert.equal(
    url!.origin + url!.pathname,
    "https://mirror.test/api/features/collections/public.eis_fire_snapshot_perimeter_nrt/items",
  );
  assert.equal(url?.searchParams.get("limit"), "100");
  assert.equal(url?.searchParams.get("sortby"), "primarykey");
  assert.equal(url?.searchParams.get("bbox"), "-125,32,-114,42");
});

test("the same number in two regions is two fires", async () => {
  const kept = await readAll([fedsItem(1, steps[0]!), fedsItem(1, steps[0]!, {}, "BOREAL_NA")]);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.fire_id),
    ["BOREAL_NA|1", "CONUS|1"],
  );
});

test("a carried-forward row has no mean power, and comes after the observation it repeats", async () => {
  const carried = fedsItem(1, steps[1]!, { t: steps[0], n_newpixels: 0, meanfrp: null });
  const kept = await readAll([fedsItem(1, steps[0]!), carried]);
  const [first, second] = kept.all().map(({ properties }) => properties);
  assert.equal(second?.meanfrp_mw, null);
  assert.equal(second?.datetime, first?.datetime);
  assert.ok(Number(second?.sequence) > Number(first?.sequence));
});

test("a row without a key is known by region, number and time", async () => {
  const item = fedsItem(7, steps[0]!, { primarykey: null });
  const kept = await readAll([{ ...item, id: "1" }]);
  assert.equal(kept.all()[0]?.id, "CONUS|7.0|2026-07-28T00:00:00");
});

test("rows without key, time or valid outline are counted as rejected", async () => {
  const kept = new KeptFeatures();
  const item = fedsItem(1, steps[0]!);
  const items = [
    item,
    { ...fedsItem(2, steps[0]!, { primarykey: "x", region: null }), id: "2" },
    { ...fedsItem(3, steps[0]!), geometry: { type: "Point", coordinates: [0, 0] } },
    { ...fedsItem(4, steps[0]!), geometry: null },
  ];
  const changes = await kept.read(fedsFeed(), new FedsService(items).request);
  assert.equal(
    changes.reduce((sum, { counts }) => sum + counts.rejected, 0),
    3,
  );
  assert.equal(kept.features.size, 1);
});

test("the type of isactive does not matter", async () => {
  const values = [true, "True", 1, "1", false, 0, "no idea", null];
  const kept = await readAll(values.map((isactive, i) => fedsItem(i, steps[0]!, { isactive })));
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.is_active),
    [true, true, true, true, false, false, null, null],
  );
});

test("the same rows again write nothing; a row that was made anew replaces the one before", async () => {
  const item = fedsItem(1, steps[2]!);
  const again = { ...item, properties: { ...item.properties, n_pixels: 95 } };
  const grown = { ...again, geometry: squareAt(9) };
  const kept = await readAll([item], [item], [again], [grown], [grown]);
  assert.equal(kept.writes.length, 3);
  assert.equal(kept.features.size, 1);
  assert.deepEqual(kept.all()[0]?.geometry, squareAt(9));
});

test("late rows of the last days are found by a later reading", async () => {
  const newest = fedsItem(1, "2026-07-30T00:00:00");
  const late = fedsItem(2, "2026-07-28T00:00:00");
  const kept = await readAll([newest], [newest, late]);
  assert.equal(kept.features.size, 2);
});

test("a later reading asks only for the last days", async () => {
  const kept = new KeptFeatures();
  const service = new FedsService([fedsItem(1, "2026-07-30T00:00:00")]);
  await kept.read(fedsFeed(), service.request);
  const first = service.urls.length;
  await kept.read(fedsFeed(), service.request);
  assert.equal(first, 22);
  assert.equal(service.urls[first]?.searchParams.get("datetime")?.slice(0, 10), "2026-07-27");
  assert.equal(service.urls.length - first, 4);
});

test("older days are read once a day, so that rows made anew late replace those before", async () => {
  const step = "2026-07-20T00:00:00";
  const newest = fedsItem(1, "2026-07-30T00:00:00");
  const kept = new KeptFeatures();
  const service = new FedsService([newest, fedsItem(2, step)]);
  await kept.read(fedsFeed(), service.request);
  service.items = [newest, { ...fedsItem(2, step), geometry: squareAt(9) }, fedsItem(3, step)];
  kept.nowMs += 23 * 3_600_000;
  await kept.read(fedsFeed(), service.request);
  assert.equal(kept.features.size, 2);
  kept.nowMs += 3_600_000;
  await kept.read(fedsFeed(), service.request);
  assert.equal(kept.features.size, 3);
  const again = kept.all().find(({ id }) => id === fedsItem(2, step).id);
  assert.deepEqual(again?.geometry, squareAt(9));
  const before = service.urls.length;
  await kept.read(fedsFeed(), service.request);
  assert.equal(service.urls.length - before, 5);
});

test("a row ahead of the clock does not hide those that come after it", async () => {
  const kept = await readAll(
    [fedsItem(1, "2031-01-01T00:00:00")],
    [fedsItem(2, "2026-07-30T12:00:00")],
  );
  assert.equal(kept.features.size, 2);
});

test("rows that are gone from the source stay", async () => {
  const kept = await readAll([fedsItem(1, steps[2]!)], []);
  assert.equal(kept.features.size, 1);
});

test("an empty collection is valid", async () => {
  const changes = await new KeptFeatures().read(fedsFeed(), new FedsService([]).request);
  assert.ok(changes.length > 0);
  assert.ok(changes.every(({ counts }) => counts.received === 0));
});

test("pages are read by the rows received, on the same address whatever the links say", async () => {
  const items = Array.from({ length: 250 }, (_, i) => fedsItem(i, steps[2]!));
  const service = new FedsService(items);
  const kept = new KeptFeatures();
  await kept.read(fedsFeed({ days: 0.5 }), service.request);
  assert.equal(kept.features.size, 0);
  await kept.read(fedsFeed({ days: 1 }), service.request);
  assert.equal(kept.features.size, 250);
  assert.deepEqual([...new Set(service.urls.map(({ host }) => host))], ["openveda.cloud"]);
});

test("pages that are too large for the source are asked for in smaller ones", async () => {
  const items = Array.from({ length: 120 }, (_, i) => fedsItem(i, steps[2]!));
  const service = new FedsService(items);
  service.before = (url) =>
    Number(url.searchParams.get("limit")) > 40
      ? answerOf("<html>502 Bad Gateway", { status: 502 })
      : undefined;
  const kept = new KeptFeatures();
  await kept.read(fedsFeed({ days: 1 }), service.request);
  assert.equal(kept.features.size, 120);
});

test("a failure keeps the days before, and the next reading goes on from there", async () => {
  const items = steps.map((step, i) => fedsItem(i, step));
  const service = new FedsService(items);
  service.before = (url) =>
    url.searchParams.get("datetime")! > "2026-07-29" ? answerOf("<html>") : undefined;
  const kept = new KeptFeatures();
  await assert.rejects(kept.read(fedsFeed(), service.request), FeedError);
  assert.equal(kept.features.size, 2);
  await kept.read(fedsFeed(), new FedsService(items).request);
  assert.equal(kept.features.size, 3);
});

const failures: readonly [string, () => FeedAnswer, FeedErrorCode][] = [
  ["an HTML page with status 200", () => answerOf("<!doctype html>"), "invalid_answer"],
  ["502 with an HTML page", () => answerOf("<html>", { status: 502 }), "unreachable"],
  ["a collection that is gone", () => answerOf("{}", { status: 404 }), "refused"],
  ["429", () => answerOf("", { status: 429, retryAfterMs: 9000 }), "quota"],
  ["an object without features", () => answerOf("{}"), "invalid_answer"],
  [
    "rows that are no perimeters",
    () => answerOf('{"type":"FeatureCollection","features":[{}],"numberMatched":1}'),
    "invalid_answer",
  ],
  [
    "fewer rows than announced, and no more of them",
    () => answerOf('{"type":"FeatureCollection","features":[],"numberMatched":3}'),
    "invalid_answer",
  ],
];

for (const [name, answer, code] of failures) {
  test(`is an error that changes nothing: ${name}`, async () => {
    const service = new FedsService([]);
    service.before = answer;
    const kept = new KeptFeatures();
    await assert.rejects(
      kept.read(fedsFeed(), service.request),
      (error) => error instanceof FeedError && error.code === code,
    );
    assert.equal(kept.writes.length, 0);
    assert.equal(kept.state, undefined);
  });
}

test("rows that change between two pages are an error", async () => {
  const items = Array.from({ length: 150 }, (_, i) => fedsItem(i, steps[2]!));
  const service = new FedsService(items);
  service.before = (url) => {
    if (url.searchParams.get("offset") === "100")
      service.items = [fedsItem(999, steps[2]!), ...items];
    return undefined;
  };
  const kept = new KeptFeatures();
  await assert.rejects(kept.read(fedsFeed({ days: 1 }), service.request), /between two pages/);
  assert.equal(kept.features.size, 0);
});

test("any order and repetition of readings leaves the same rows", async () => {
  const rows = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...steps)), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.nat(3), { maxLength: 6 }), async (all, order) => {
      const items = [
        ...new Map(all.map(([fire, step]) => [`${fire} ${step}`, fedsItem(fire, step)])).values(),
      ];
      const parts = [0, 1, 2, 3].map((part) => items.filter((_, i) => i % 4 === part));
      const shuffled = order.map((part) => parts[part]!);
      const kept = await readAll(...shuffled, ...parts.toReversed());
      assert.deepEqual(kept.all(), (await readAll(items)).all());
    }),
    { numRuns: 50 },
  );
});

test("the state tells the newest observation", async () => {
  const kept = await readAll([fedsItem(1, steps[0]!), fedsItem(1, steps[2]!)]);
  assert.equal(fedsFeed().newestAt!(kept.state), Date.UTC(2026, 6, 29, 12));
  assert.equal(fedsFeed().newestAt!(undefined), undefined);
});

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { FeedFeature } from "../src/index.ts";
import { KeptFeatures } from "./support/kept-features.ts";
import { allFiresFeed, wfigsFeed } from "./support/wfigs-feed.ts";
import {
  irwinOf,
  july,
  may,
  squareAt,
  type WfigsRow,
  WfigsService,
  wfigsRow,
} from "./support/wfigs-service.ts";

const hourMs = 3_600_000;

/** The features that readings of these lists leave, one after the other. */
async function readAll(...lists: (readonly WfigsRow[])[]): Promise<KeptFeatures> {
  const kept = new KeptFeatures();
  for (const rows of lists) await kept.read(wfigsFeed(), new WfigsService(rows).request);
  return kept;
}

test("a row is a snapshot with the properties of a perimeter", async () => {
  const [feature] = (await readAll([wfigsRow(445)])).all();
  assert.match(feature!.id, /^wfigs_7A5E39B2-93C1-4C6F-8F5E-000000000445_20260730T061500Z_/);
  assert.deepEqual(feature!.time, { start: july, end: july });
  assert.deepEqual(feature!.geometry, squareAt(445));
  const { properties } = feature!;
  assert.equal(properties.incident_id, "2026-ORPRD-000445");
  assert.equal(properties.irwin_id, "7A5E39B2-93C1-4C6F-8F5E-000000000445");
  assert.equal(properties.incident_name, "Fire 445");
  assert.equal(properties.state, "US-OR");
  assert.equal(properties.datetime, "2026-07-30T06:15:00Z");
  assert.equal(properties.gis_acres, 21_000.5);
  assert.equal(properties.percent_contained, 10);
  assert.equal(properties.discovered_at, "2026-05-01T00:00:00Z");
  assert.equal(properties.kind, "agency_mapped");
  assert.equal(properties.source, "WFIGS");
  assert.equal(properties.incident_type, "wildfire");
  assert.equal(properties.listed_until, null);
});

test("the same list again writes nothing, in this process and in the next", async () => {
  const rows = [wfigsRow(1), wfigsRow(2)];
  const kept = await readAll(rows, rows);
  const [change] = await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.deepEqual(change?.put, []);
  assert.deepEqual(change?.counts, { received: 2, rejected: 0, added: 0, replaced: 0, removed: 0 });
  assert.equal(kept.writes.length, 2);
});

test("a state that was lost writes nothing and changes no id", async () => {
  const rows = [wfigsRow(1), wfigsRow(2)];
  const kept = await readAll(rows);
  kept.state = undefined;
  await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.equal(kept.writes.length, 2);
});

test("a new outline is a new snapshot, and so is the same outline at a new date", async () => {
  const kept = await readAll(
    [wfigsRow(1)],
    [wfigsRow(1, { poly_PolygonDateTime: july + hourMs })],
    [wfigsRow(1, { poly_PolygonDateTime: july + hourMs }, squareAt(2))],
  );
  assert.equal(kept.features.size, 3);
  assert.equal(kept.writes.length, 3);
});

test("an outline stored again in another form is the same snapshot", async () => {
  const [a, b] = [squareAt(0).coordinates[0]!, squareAt(1).coordinates[0]!];
  const first = { type: "MultiPolygon", coordinates: [[a], [b]] };
  const turned = [...a.slice(2), ...a.slice(1, 3)];
  const noisy = b.toReversed().map(([x, y]) => [x! + 1e-9, y! - 1e-9]);
  const again = { type: "MultiPolygon", coordinates: [[noisy], [turned]] };
  const kept = await readAll(
    [wfigsRow(1, {}, first)],
    [wfigsRow(1, { poly_SourceGlobalID: "{another}", OBJECTID: 9 }, again)],
  );
  assert.equal(kept.writes.length, 1);
});

test("news of the fire replace its newest snapshot alone, and keep its outline", async () => {
  const later = { poly_PolygonDateTime: july + hourMs };
  const kept = await readAll(
    [wfigsRow(1)],
    [wfigsRow(1, later)],
    [
      wfigsRow(1, {
        ...later,
        attr_PercentContained: 55,
        attr_ModifiedOnDateTime_dt: july + 2 * hourMs,
      }),
    ],
  );
  const contained = kept.all().map(({ properties }) => properties.percent_contained);
  assert.deepEqual(contained, [10, 55]);
  assert.deepEqual(kept.all()[1]?.geometry, squareAt(1));
  assert.equal(kept.writes.length, 3);
});

test("an older answer from a cache takes nothing back", async () => {
  const old = wfigsRow(1);
  const recent = wfigsRow(1, {
    attr_PercentContained: 55,
    attr_ModifiedOnDateTime_dt: july + 2 * hourMs,
  });
  const kept = await readAll([old], [recent], [old]);
  assert.equal(kept.all()[0]?.properties.percent_contained, 55);
});

test("a change of the record alone is no news", async () => {
  const kept = await readAll(
    [wfigsRow(1)],
    [wfigsRow(1, { attr_ModifiedOnDateTime_dt: july + hourMs, attr_TotalPersonnel: 7 })],
  );
  assert.equal(kept.writes.length, 1);
});

test("a fire that two lists lack has its last time on the list, written once", async () => {
  const kept = new KeptFeatures();
  const full = new WfigsService([wfigsRow(1), wfigsRow(2)]);
  const less = new WfigsService([wfigsRow(2)]);
  await kept.read(wfigsFeed(), full.request);
  for (let i = 0; i < 5; i++) {
    kept.nowMs += hourMs;
    await kept.read(wfigsFeed(), less.request);
  }
  const [gone, listed] = kept.all();
  assert.equal(gone?.properties.listed_until, "2026-07-30T12:00:00Z");
  assert.equal(gone?.properties.out_at, null);
  assert.equal(listed?.properties.listed_until, null);
  assert.equal(kept.writes.length, 3);
  await kept.read(wfigsFeed(), full.request);
  assert.equal(kept.all()[0]?.properties.listed_until, null);
});

test("one list without fires, between others, changes nothing", async () => {
  const rows = [wfigsRow(1), wfigsRow(2)];
  const kept = await readAll(rows, [], rows, [wfigsRow(2)], rows, []);
  assert.equal(kept.writes.length, 2);
});

test("without an IRWIN id, a fire goes by its number, then by its name and state", async () => {
  const none = { poly_IRWINID: null, attr_IrwinID: null };
  const unnamed = { ...none, attr_UniqueFireIdentifier: null };
  const rows = [
    wfigsRow(1, none),
    wfigsRow(2, { ...unnamed, attr_IncidentName: "Twin Peaks" }),
    wfigsRow(3, { ...unnamed, attr_IncidentName: "Twin Peaks", attr_POOState: "US-WA" }),
    wfigsRow(4, { ...unnamed, attr_IncidentName: null, poly_IncidentName: null }),
    wfigsRow(5, { poly_IRWINID: null }),
  ];
  const kept = new KeptFeatures();
  const [change] = await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.deepEqual(
    kept.all().map(({ id }) => id.slice(0, id.search(/_\d{8}T/))),
    [
      "wfigs_2026-ORPRD-000001",
      "wfigs_7A5E39B2-93C1-4C6F-8F5E-000000000005",
      "wfigs_twin-peaks_us-or",
      "wfigs_twin-peaks_us-wa",
    ],
  );
  assert.equal(change?.counts.rejected, 1);
});

test("fires of the same name stay apart by IRWIN id", async () => {
  const name = { attr_IncidentName: "Canyon", poly_IncidentName: "CANYON" };
  const kept = await readAll([wfigsRow(1, name), wfigsRow(2, name)]);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.incident_id),
    ["2026-ORPRD-000001", "2026-ORPRD-000002"],
  );
  assert.equal(kept.all()[0]?.properties.fire_name, null);
});

test("the polygon's own name is kept where it differs", async () => {
  const kept = await readAll([wfigsRow(1, { poly_IncidentName: "CANYON 2" })]);
  const { incident_name, fire_name } = kept.all()[0]!.properties;
  assert.deepEqual([incident_name, fire_name], ["Fire 1", "CANYON 2"]);
});

test("twins, one outline under two IRWIN ids, are both kept and name each other", async () => {
  const kept = await readAll([wfigsRow(1), wfigsRow(2, {}, squareAt(1)), wfigsRow(3)]);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.same_outline_as),
    ["2026-ORPRD-000002", "2026-ORPRD-000001", null],
  );
});

test("an incident number that comes late does not split a fire", async () => {
  const kept = await readAll(
    [wfigsRow(1, { attr_UniqueFireIdentifier: null })],
    [wfigsRow(1, { poly_PolygonDateTime: july + hourMs })],
  );
  const ids = new Set(kept.all().map(({ properties }) => properties.incident_id));
  assert.equal(ids.size, 1);
  assert.equal(kept.features.size, 2);
});

test("a complex is mapped by its children", async () => {
  const child = { attr_IsCpxChild: 1, attr_CpxID: irwinOf(1), attr_CpxName: "Big Complex" };
  const kept = await readAll([wfigsRow(1), wfigsRow(2, child), wfigsRow(3, child)]);
  assert.deepEqual(
    kept.all().map(({ properties }) => [properties.incident_id, properties.complex_name]),
    [
      ["2026-ORPRD-000002", "Big Complex"],
      ["2026-ORPRD-000003", "Big Complex"],
    ],
  );
  assert.equal(kept.all()[0]?.properties.complex_id, "7A5E39B2-93C1-4C6F-8F5E-000000000001");
});

test("a complex whose children have no outline keeps its own", async () => {
  const child = { attr_IsCpxChild: 1, attr_CpxID: irwinOf(1) };
  const kept = await readAll([wfigsRow(1), wfigsRow(2, child, null)]);
  assert.equal(kept.all()[0]?.properties.incident_id, "2026-ORPRD-000001");
});

test("a date ahead of the clock becomes the time of the first reading, and stays it", async () => {
  const kept = new KeptFeatures();
  const ahead = kept.nowMs + 5 * hourMs;
  const rows = [wfigsRow(1, { poly_PolygonDateTime: null, poly_DateCurrent: ahead })];
  for (let i = 0; i < 10; i++) {
    await kept.read(wfigsFeed(), new WfigsService(rows).request);
    kept.nowMs += hourMs;
  }
  kept.state = undefined;
  await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.deepEqual(
    kept.all().map(({ properties }) => [properties.datetime, properties.datetime_given]),
    [["2026-07-30T12:00:00Z", "2026-07-30T17:00:00Z"]],
  );
  assert.equal(kept.writes.length, 1);
});

test("an outline in place of one whose edit was dated ahead is the newest of its fire", async () => {
  const kept = new KeptFeatures();
  const read = async (fields: Readonly<Record<string, unknown>>) => {
    kept.nowMs += hourMs;
    await kept.read(wfigsFeed(), new WfigsService([wfigsRow(1, fields)]).request);
  };
  await read({ poly_DateCurrent: kept.nowMs });
  await read({ poly_DateCurrent: kept.nowMs + 40 * hourMs });
  const edited = kept.nowMs;
  kept.nowMs += 5 * hourMs;
  const other = { ...wfigsRow(1, { poly_DateCurrent: edited }), geometry: squareAt(7) };
  await kept.read(wfigsFeed(), new WfigsService([other]).request);
  const bySequence = ({ properties: a }: FeedFeature, { properties: b }: FeedFeature) =>
    Number(a.sequence) - Number(b.sequence);
  const newest = kept.all().sort(bySequence).at(-1)!;
  assert.deepEqual(newest.geometry, squareAt(7));
  assert.deepEqual(wfigsFeed().listed!(kept.state), [newest.id]);
});

test("the news of a fire whose edit was dated ahead are taken at once", async () => {
  const kept = new KeptFeatures();
  const ahead = { poly_DateCurrent: kept.nowMs + 40 * hourMs };
  await kept.read(wfigsFeed(), new WfigsService([wfigsRow(1, ahead)]).request);
  kept.nowMs += 2 * hourMs;
  const news = { attr_PercentContained: 55, attr_ModifiedOnDateTime_dt: kept.nowMs - hourMs };
  await kept.read(wfigsFeed(), new WfigsService([wfigsRow(1, news)]).request);
  assert.equal(kept.all()[0]?.properties.percent_contained, 55);
});

test("the time is the polygon's date, else that of its last edit, else of its creation", async () => {
  const rows = [
    wfigsRow(1),
    wfigsRow(2, { poly_PolygonDateTime: null }),
    wfigsRow(3, { poly_PolygonDateTime: null, poly_DateCurrent: null, poly_CreateDate: may }),
    wfigsRow(4, { poly_PolygonDateTime: null, poly_DateCurrent: null }),
  ];
  assert.deepEqual(
    (await readAll(rows))
      .all()
      .map(({ properties, time }) => [properties.date_source, time?.start]),
    [
      ["poly_PolygonDateTime", july],
      ["poly_DateCurrent", july + 60_000],
      ["poly_CreateDate", may],
      [null, undefined],
    ],
  );
});

test("null fields stay null, and numbers that are none do too", async () => {
  const fields = Object.keys(wfigsRow(1).properties).filter((each) => each !== "poly_IRWINID");
  const empty = Object.fromEntries(fields.map((field) => [field, null]));
  const kept = await readAll([wfigsRow(1, { ...empty, poly_GISAcres: "many" })]);
  const { properties } = kept.all()[0]!;
  assert.equal(properties.gis_acres, null);
  assert.equal(properties.percent_contained, null);
  assert.equal(properties.incident_name, null);
  assert.equal(properties.incident_id, "7A5E39B2-93C1-4C6F-8F5E-000000000001");
});

test("a row without an outline keeps its fire on the list", async () => {
  const kept = await readAll([wfigsRow(1), wfigsRow(2, {}, null)], [wfigsRow(1, {}, null)]);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.listed_until),
    [null],
  );
});

test("an outline that is not valid is rejected, and its fire stays on the list", async () => {
  const broken = {
    type: "Polygon",
    coordinates: [
      [
        [-120, 40],
        [500, 40],
        [0, 1],
        [-120, 40],
      ],
    ],
  };
  const kept = await readAll([wfigsRow(1), wfigsRow(2)]);
  const rows = [wfigsRow(1, {}, broken), wfigsRow(2)];
  const [change] = await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.equal(change?.counts.rejected, 1);
  assert.equal(kept.writes.length, 2);
});

test("rings that the source's rounding collapsed are left out", async () => {
  const [ring] = squareAt(1).coordinates;
  const speck = [
    [-119, 41],
    [-119, 41],
    [-119, 41],
  ];
  const geometry = { type: "MultiPolygon", coordinates: [[ring, speck], [speck]] };
  const kept = await readAll([
    wfigsRow(1, {}, geometry),
    wfigsRow(2, {}, { ...geometry, coordinates: [[speck]] }),
  ]);
  assert.deepEqual(
    kept.all().map((feature) => feature.geometry),
    [squareAt(1)],
  );
});

test("prescribed fires are left out, and say what they are when wanted", async () => {
  const rows = [
    wfigsRow(1),
    wfigsRow(2, { attr_IncidentTypeCategory: "RX" }),
    wfigsRow(3, { attr_IncidentTypeCategory: "CX" }),
  ];
  assert.equal((await readAll(rows)).features.size, 1);
  const kept = new KeptFeatures();
  await kept.read(allFiresFeed(), new WfigsService(rows).request);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.incident_type),
    ["wildfire", "prescribed_fire"],
  );
});

test("only fires that meet an area are kept", async () => {
  const kept = new KeptFeatures();
  const service = new WfigsService([wfigsRow(1), wfigsRow(2), wfigsRow(30)]);
  const areas = [
    [-119.5, 39, -118.5, 41],
    [-91, 39, -89, 41],
  ] as const;
  await kept.read(wfigsFeed({ areas }), service.request);
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.incident_name),
    ["Fire 1", "Fire 30"],
  );
  assert.equal(service.urls[0]?.searchParams.get("geometry"), "-119.5,39,-89,41");
});

test("any order and repetition of readings leaves the same snapshots", async () => {
  // A fire goes through outlines, dates and containments; each version is a state of its row.
  const versions = fc.array(
    fc.record({ outline: fc.nat(2), hours: fc.nat(3), contained: fc.nat(3) }),
    { minLength: 1, maxLength: 8 },
  );
  const lists = fc.tuple(versions, versions).map((fires) =>
    Array.from({ length: 8 }, (_, step) =>
      fires.map((each, i) => {
        const at = Math.min(step, each.length - 1);
        const { outline, hours } = each[at]!;
        // Facts of one snapshot only grow, as the time of the change does.
        const contained = each.slice(0, at + 1).reduce((sum, one) => sum + one.contained, 0);
        return wfigsRow(
          i,
          {
            poly_PolygonDateTime: july + hours * hourMs,
            attr_PercentContained: contained,
            attr_ModifiedOnDateTime_dt: july + at * hourMs,
          },
          squareAt(outline + i * 10),
        );
      }),
    ),
  );
  const orders = fc.array(fc.nat(7), { maxLength: 20 });
  const contentOf = (kept: KeptFeatures) =>
    kept.all().map(({ properties: { modified_at: _, ...properties }, ...rest }) => ({
      ...rest,
      properties,
    }));
  await fc.assert(
    fc.asyncProperty(lists, orders, async (all, order) => {
      const inOrder = await readAll(...all);
      const shuffled = order.map((at) => all[at]!);
      const late = all.filter((each) => !shuffled.includes(each)).reverse();
      assert.deepEqual(contentOf(await readAll(...shuffled, ...late)), contentOf(inOrder));
    }),
    { numRuns: 80 },
  );
});

const file = new URL(
  "../../../../shared/data/perimeters_wfigs_ca-2023_or-wa-2023-2024.geojsonl.gz",
  import.meta.url,
);

test("real perimeters, read day by day, are kept once each", {
  skip: !existsSync(file) && "the shared data is absent",
}, async () => {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(0, 1500);
  const days = new Map<string, Map<string, WfigsRow>>();
  const expected = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const { geometry, properties } = JSON.parse(line);
    const dateMs = Date.parse(properties.datetime);
    const row = wfigsRow(
      i,
      {
        poly_IRWINID: null,
        attr_IrwinID: null,
        attr_UniqueFireIdentifier: properties.incident_id,
        attr_IncidentName: properties.incident_name,
        poly_PolygonDateTime: dateMs,
        poly_GISAcres: properties.gis_acres,
        attr_ModifiedOnDateTime_dt: dateMs,
      },
      geometry,
    );
    const day = days.get(properties.date) ?? new Map();
    days.set(properties.date, day.set(properties.incident_id, row));
  }
  const kept = new KeptFeatures();
  for (const [, fires] of [...days].sort()) {
    const rows = [...fires.values()];
    kept.nowMs = Date.UTC(2026, 0);
    for (const row of rows)
      expected.add(
        `${row.properties.attr_UniqueFireIdentifier} ${row.properties.poly_PolygonDateTime}`,
      );
    await kept.read(wfigsFeed(), new WfigsService(rows, { maxRecords: 7 }).request);
    await kept.read(wfigsFeed(), new WfigsService(rows.reverse()).request);
  }
  const found = kept
    .all()
    .map(({ properties, time }) => `${properties.incident_id} ${time?.start}`);
  assert.deepEqual(new Set(found), expected);
  assert.equal(found.length, expected.size);
});

/** What is kept of two fires after two lists that lack the first. */
async function afterFallOff(): Promise<KeptFeatures> {
  const less = [wfigsRow(2)];
  return readAll([wfigsRow(1), wfigsRow(2)], less, less);
}

test("a fire that comes back without an outline keeps the one that it had", async () => {
  const kept = await afterFallOff();
  const [outline] = kept.all();
  const rows = [wfigsRow(1, {}, null), wfigsRow(2)];
  for (let i = 0; i < 3; i++) await kept.read(wfigsFeed(), new WfigsService(rows).request);
  assert.ok(wfigsFeed().listed!(kept.state).includes(outline!.id));
  assert.equal(kept.all()[0]?.properties.listed_until, null);
  assert.equal(kept.writes.length, 4);
});

test("a fire that comes back once its outline was removed has none until the source has one", async () => {
  const kept = await afterFallOff();
  const [outline, other] = kept.all();
  kept.features.delete(outline!.id);
  const withoutOutline = new WfigsService([wfigsRow(1, {}, null), wfigsRow(2)]);
  await kept.read(wfigsFeed(), withoutOutline.request);
  assert.deepEqual(wfigsFeed().listed!(kept.state), [other!.id]);
  await kept.read(wfigsFeed(), new WfigsService([wfigsRow(1), wfigsRow(2)]).request);
  assert.deepEqual(kept.all()[0]?.geometry, squareAt(1));
  assert.ok(wfigsFeed().listed!(kept.state).includes(outline!.id));
});

test("a fire whose outline was removed off the list is forgotten", async () => {
  const kept = await afterFallOff();
  kept.features.delete(kept.all()[0]!.id);
  await kept.read(wfigsFeed(), new WfigsService([wfigsRow(2)]).request);
  assert.ok(!JSON.stringify(kept.state).includes(irwinOf(1).slice(1, -1)));
});

test("the newest outline of each fire counts as listed until the fire falls off", async () => {
  const listed = ({ state }: KeptFeatures) => wfigsFeed().listed!(state);
  const kept = await readAll([wfigsRow(1), wfigsRow(2)]);
  assert.deepEqual(
    [...listed(kept)].sort(),
    kept
      .all()
      .map(({ id }) => id)
      .sort(),
  );
  for (let i = 0; i < 2; i++) await kept.read(wfigsFeed(), new WfigsService([wfigsRow(2)]).request);
  assert.equal(listed(kept).length, 1);
  assert.ok(listed(kept)[0]!.includes(irwinOf(2).slice(1, -1)));
  assert.deepEqual(wfigsFeed().listed!(undefined), []);
});

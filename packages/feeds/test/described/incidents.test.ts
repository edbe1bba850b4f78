import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers, collection, pointRow, shippedFeed } from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { irwinOf, july, may, WfigsService } from "../support/wfigs-service.ts";

const incident = (number: number, fields: Readonly<Record<string, unknown>> = {}) => ({
  id: number,
  ...pointRow({
    OBJECTID: number,
    IrwinID: irwinOf(number).toLowerCase(),
    UniqueFireIdentifier: `2026-ORPRD-${String(number).padStart(6, "0")}`,
    IncidentName: `Fire ${number}`,
    IncidentTypeCategory: "WF",
    IncidentSize: 120.5,
    PercentContained: 40,
    FireDiscoveryDateTime: may,
    ModifiedOnDateTime_dt: july,
    POOState: "US-OR",
    POOCounty: "Crook",
    FireCause: "Natural",
    ...fields,
  }),
  type: "Feature" as const,
});

test("an incident of WFIGS has our names, UTC times and its IRWIN id as perimeters write it", async () => {
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("wfigs-incidents"), new WfigsService([incident(1)]).request);
  const [feature] = kept.all();
  assert.equal(feature?.properties.irwin_id, "7A5E39B2-93C1-4C6F-8F5E-000000000001");
  assert.deepEqual(
    {
      ...feature?.properties,
    },
    {
      incident_id: "2026-ORPRD-000001",
      irwin_id: "7A5E39B2-93C1-4C6F-8F5E-000000000001",
      incident_name: "Fire 1",
      incident_type: "wildfire",
      state: "US-OR",
      county: "Crook",
      incident_size_acres: 120.5,
      discovery_acres: null,
      final_acres: null,
      percent_contained: 40,
      discovered_at: "2026-05-01T00:00:00Z",
      contained_at: null,
      controlled_at: null,
      out_at: null,
      cause: "Natural",
      complex_id: null,
      complex_name: null,
      fire_behavior: null,
      status: null,
      kind: "agency_reported",
      source: "WFIGS",
      datetime: "2026-07-30T06:15:00Z",
      listed_until: null,
    },
  );
  assert.deepEqual(feature?.geometry, { type: "Point", coordinates: [-120, 40] });
});

test("wildfires, prescribed fires and complexes are asked for and told apart", async () => {
  const service = new WfigsService([
    incident(1),
    incident(2, { IncidentTypeCategory: "RX" }),
    incident(3, { IncidentTypeCategory: "CX" }),
  ]);
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("wfigs-incidents"), service.request);
  const [url] = service.urls;
  assert.ok(url?.pathname.endsWith("/WFIGS_Incident_Locations_Current/FeatureServer/0/query"));
  assert.equal(url?.searchParams.get("where"), "IncidentTypeCategory IN ('WF','RX','CX')");
  assert.equal(url?.searchParams.get("outSR"), "4326");
  assert.deepEqual(
    kept.all().map(({ properties }) => properties.incident_type),
    ["wildfire", "prescribed_fire", "complex"],
  );
});

test("a stub without size and containment is an incident; one without any position is rejected", async () => {
  const stub = incident(1, { IncidentSize: null, PercentContained: null });
  const [moved, lost] = [
    incident(2, { InitialLongitude: -110, InitialLatitude: 45 }),
    incident(3),
  ].map((row) => ({ ...row, geometry: null }));
  const kept = new KeptFeatures();
  const [change] = await kept.read(
    await shippedFeed("wfigs-incidents"),
    new WfigsService([stub, moved!, lost!]).request,
  );
  assert.deepEqual(change?.counts, { received: 3, rejected: 1, added: 2, replaced: 0, removed: 0 });
  assert.equal(kept.all()[0]?.properties.incident_size_acres, null);
  assert.deepEqual(kept.all()[1]?.geometry, { type: "Point", coordinates: [-110, 45] });
});

test("an incident that two lists lack stays, listed until the last that had it; back, it is listed", async () => {
  const feed = await shippedFeed("wfigs-incidents");
  const kept = new KeptFeatures();
  const service = new WfigsService([incident(1), incident(2)]);
  await kept.read(feed, service.request);
  const listedAt = kept.nowMs;
  const until = () => kept.all().map(({ properties }) => properties.listed_until);

  service.rows = [incident(1)];
  kept.nowMs += 300_000;
  await kept.read(feed, service.request);
  assert.deepEqual(until(), [null, null], "one list may lack it by mistake");
  kept.nowMs += 300_000;
  await kept.read(feed, service.request);
  assert.deepEqual(until(), [null, new Date(listedAt).toISOString().replace(".000Z", "Z")]);
  assert.equal(feed.listed?.(kept.state).length, 1);

  service.rows = [incident(1), incident(2)];
  kept.nowMs += 300_000;
  await kept.read(feed, service.request);
  assert.deepEqual(until(), [null, null]);
});

test("an empty list takes nothing away unless it comes twice", async () => {
  const feed = await shippedFeed("wfigs-incidents");
  const kept = new KeptFeatures();
  const service = new WfigsService([incident(1)]);
  await kept.read(feed, service.request);
  service.rows = [];
  await kept.read(feed, service.request);
  service.rows = [incident(1)];
  await kept.read(feed, service.request);
  service.rows = [];
  await kept.read(feed, service.request);
  assert.equal(kept.all()[0]?.properties.listed_until, null);
  assert.deepEqual(kept.writes.length, 1);
});

test("rows that are unchanged are not written again, and news replace", async () => {
  const feed = await shippedFeed("wfigs-incidents");
  const kept = new KeptFeatures();
  const service = new WfigsService([incident(1), incident(2)]);
  await kept.read(feed, service.request);
  service.rows = [
    incident(1),
    incident(2, { PercentContained: 75, ModifiedOnDateTime_dt: july + 3_600_000 }),
  ];
  const [change] = await kept.read(feed, service.request);
  assert.deepEqual(change?.counts, { received: 2, rejected: 0, added: 0, replaced: 1, removed: 0 });
  const [, second] = kept.all();
  assert.equal(second?.properties.percent_contained, 75);
  assert.equal(second?.properties.datetime, "2026-07-30T07:15:00Z");
});

test("a report dated ahead of the clock has the time of the first reading that had it", async () => {
  const feed = await shippedFeed("wfigs-incidents");
  const kept = new KeptFeatures();
  const ahead = incident(1, { ModifiedOnDateTime_dt: kept.nowMs + 7_200_000 });
  const service = new WfigsService([ahead]);
  await kept.read(feed, service.request);
  kept.nowMs += 300_000;
  await kept.read(feed, service.request);
  const { datetime, datetime_given } = kept.all()[0]!.properties;
  assert.deepEqual([datetime, datetime_given], ["2026-07-30T12:00:00Z", "2026-07-30T14:00:00Z"]);
  assert.equal(kept.writes.length, 1);
});

/** Two versions of a fire, one of another, and one whose record has ended. */
const cwfifRows = [
  {
    id: "cwfif_national_activefires.1",
    ...pointRow(
      {
        id: 1,
        national_fire_id: "2026_ON_NIP_FIRE_109",
        agency_code: "ON",
        agency_fire_id: "NIP_FIRE_109",
        fire_size: 100,
        percent_contained: -1,
        stage_of_control_status: "OC",
        status_date: "2026-07-30T08:00:00Z",
        fire_was_prescribed: 0,
        latitude: 48.5,
        longitude: -91.4,
        record_start: "2026-07-30T08:00:00Z",
        record_end: "9999-12-31T00:00:00Z",
      },
      [1_500_000, 900_000],
    ),
  },
  {
    id: "cwfif_national_activefires.2",
    ...pointRow({
      national_fire_id: "2026_BC_K1",
      agency_code: "BC",
      fire_size: -1,
      stage_of_control_status: "UC",
      status_date: "2026-07-29T08:00:00Z",
      latitude: 50,
      longitude: -120,
      record_start: "2026-07-29T08:00:00Z",
      record_end: "2026-07-30T11:59:00Z",
    }),
  },
];

test("a fire of Canada has its place from fields, acres of hectares, and its stage in words", async () => {
  const answers = new Answers(() => collection(cwfifRows, { numberMatched: 2 }));
  const kept = new KeptFeatures();
  const [change] = await kept.read(await shippedFeed("cwfif-active-fires"), answers.request);
  assert.equal(change?.counts.rejected, 0);
  const [only, ...more] = kept.all();
  assert.deepEqual(more, [], "a record that ended is not valid now");
  assert.deepEqual(only?.geometry, { type: "Point", coordinates: [-91.4, 48.5] });
  const { incident_size_acres, percent_contained, status, state, incident_type } = only!.properties;
  assert.deepEqual(
    { incident_size_acres, percent_contained, status, state, incident_type },
    {
      incident_size_acres: 247.105381,
      percent_contained: null,
      status: "out of control",
      state: "CA-ON",
      incident_type: "wildfire",
    },
  );
  const { searchParams } = answers.urls[0]!;
  assert.equal(
    searchParams.get("CQL_FILTER"),
    "record_start<='2026-07-30T12:00:00Z' AND record_end>'2026-07-30T12:00:00Z'",
  );
  assert.equal(searchParams.get("sortBy"), "id");
  assert.equal(searchParams.get("bbox"), null, "which excludes a filter");
});

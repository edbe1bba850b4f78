import assert from "node:assert/strict";
import { test } from "node:test";
import { describedFeed } from "../../src/index.ts";
import { shipped, shippedFeed } from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { july, squareAt, type WfigsRow, WfigsService } from "../support/wfigs-service.ts";

const hourMs = 3_600_000;

/** Perimeters of an operator's own: by number, else by name and valley. */
const own = describedFeed({
  ...(await shipped("bc-perimeters")),
  name: "our-perimeters",
  id: ["NUMBER"],
  otherIds: [["NAME", "VALLEY"]],
  sameId: "history",
  time: "FLOWN",
  edited: "EDITED",
  properties: { incident_id: "NUMBER", incident_name: "NAME" },
});

const row = (
  properties: Readonly<Record<string, unknown>>,
  geometry: unknown = squareAt(1),
): WfigsRow => ({
  type: "Feature",
  geometry,
  properties: { NUMBER: "N1", NAME: "Long Ridge", VALLEY: "North", FLOWN: july, ...properties },
});

async function readAll(...lists: (readonly WfigsRow[])[]): Promise<KeptFeatures> {
  const kept = new KeptFeatures();
  for (const rows of lists) await kept.read(own, new WfigsService(rows).request);
  return kept;
}

test("perimeters of one's own have a history, of which the newest is listed", async () => {
  const kept = await readAll(
    [row({ EDITED: july })],
    [row({ FLOWN: july + hourMs, EDITED: july + hourMs }, squareAt(2))],
    [row({ FLOWN: july + hourMs, EDITED: july + 2 * hourMs }, squareAt(3))],
  );
  const facts = kept
    .all()
    .map(({ id, properties }) => `${id.slice(0, -17)} ${properties.sequence}`);
  assert.deepEqual(facts.sort(), [
    "our-perimeters_N1_20260730T061500Z 20260730061500",
    "our-perimeters_N1_20260730T071500Z 20260730071500",
    "our-perimeters_N1_20260730T071500Z 20260730081500",
  ]);
  const [newest] = own.listed!(kept.state);
  assert.deepEqual(kept.features.get(newest!)?.geometry, squareAt(3));
});

test("a fire without a number goes by its name and valley, in any case", async () => {
  const kept = await readAll(
    [row({ NUMBER: null }), row({ NUMBER: null, VALLEY: "South" })],
    [row({ NUMBER: " ", NAME: "LONG RIDGE" })],
  );
  assert.deepEqual(
    kept.all().map(({ id }) => id.slice(0, -34)),
    ["our-perimeters_long-ridge_north", "our-perimeters_long-ridge_south"],
  );
});

test("what an earlier version kept of WFIGS goes on: ids, and fires that left the list", async () => {
  const feed = await shippedFeed("wfigs-perimeters");
  const fire = "7A5E39B2-93C1-4C6F-8F5E-000000000001";
  const snapshot = `wfigs_${fire}_20260730T061500Z_0123456789abcdef`;
  const kept = new KeptFeatures();
  const time = { start: july, end: july };
  kept.features.set(snapshot, {
    ...{ type: "Feature", id: snapshot, geometry: null, time },
    properties: { incident_id: "2026-ORPRD-000001", listed_until: null },
  });
  const facts = { timeMs: july, sequence: null, facts: "x", modifiedMs: july, incidentId: null };
  kept.state = {
    ...{ readMs: july, sinceMs: july, query: '[["WF"],[]]' },
    fires: { [fire]: { snapshot, ...facts }, GONE: { snapshot: null, ...facts } },
  };
  const none = new WfigsService([]);
  await kept.read(feed, none.request);
  assert.deepEqual(feed.listed!(kept.state), [snapshot]);
  await kept.read(feed, none.request);
  assert.equal(kept.features.get(snapshot)?.properties.listed_until, "2026-07-30T06:15:00Z");
  assert.deepEqual(feed.listed!(kept.state), []);
});

test("a zone whose outline is broken in two lists stays as it was", async () => {
  const zone = (geometry: unknown): WfigsRow => ({
    ...{ type: "Feature", id: 1, geometry },
    properties: { OBJECTID: 1, ZONE_ID: "BUT-1", STATUS: "Evacuation Order" },
  });
  const feed = await shippedFeed("ca-evacuations");
  const kept = new KeptFeatures();
  const whole = { ...zone(squareAt(4)), properties: { ZONE_ID: "BUT-2", STATUS: "Order" } };
  const service = new WfigsService([zone(squareAt(1)), whole]);
  await kept.read(feed, service.request);
  const broken = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [500, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  service.rows = [zone(broken), whole];
  for (let i = 0; i < 3; i++) await kept.read(feed, service.request);
  assert.equal(kept.features.size, 2);
});

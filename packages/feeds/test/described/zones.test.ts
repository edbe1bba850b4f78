import assert from "node:assert/strict";
import { test } from "node:test";
import { shippedFeed } from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { squareAt, WfigsService } from "../support/wfigs-service.ts";

const row = (number: number, properties: Readonly<Record<string, unknown>>, place = number) => ({
  type: "Feature" as const,
  id: number,
  geometry: squareAt(place),
  properties: { OBJECTID: number, ...properties },
});

const levelsOf = (kept: KeptFeatures) =>
  kept.all().map(({ properties }) => [properties.zone_id, properties.status, properties.level]);

test("zones of California have the level of their status, and normal ones do not count", async () => {
  const zone = (number: number, STATUS: string | null) =>
    row(number, { ZONE_ID: `BUT-${number}`, ZONE_NAME: "Paradise", COUNTY: "Butte", STATUS });
  const statuses = [
    "Evacuation Order",
    "EVACUATION WARNING",
    "Evacuation Advisory",
    "Shelter in Place",
    "Normal",
    "NORMAL",
  ];
  const service = new WfigsService([
    ...statuses.map((status, i) => zone(i + 1, status)),
    zone(9, null),
  ]);
  const kept = new KeptFeatures();
  const [change] = await kept.read(await shippedFeed("ca-evacuations"), service.request);
  assert.equal(change?.counts.rejected, 0);
  assert.deepEqual(levelsOf(kept), [
    ["BUT-1", "Evacuation Order", "order"],
    ["BUT-2", "EVACUATION WARNING", "warning"],
    ["BUT-3", "Evacuation Advisory", "advisory"],
    ["BUT-4", "Shelter in Place", "other"],
    ["BUT-9", null, "other"],
  ]);
  const { state, county, kind, datetime, listed_until } = kept.all()[0]!.properties;
  assert.deepEqual(
    { state, county, kind, datetime, listed_until },
    {
      state: "US-CA",
      county: "Butte",
      kind: "evacuation_zone",
      datetime: null,
      listed_until: null,
    },
  );
});

test("levels of Oregon are advisory, warning and order, with the time of the last edit", async () => {
  const edited = Date.UTC(2026, 6, 30, 10);
  const service = new WfigsService(
    [1, 2, 3].map((level) =>
      row(level, {
        Fire_Evacuation_Level: level,
        County: "Deschutes",
        Evac_Area_Name: `DES-${level}`,
        last_edited_date: edited,
      }),
    ),
  );
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("or-evacuations"), service.request);
  assert.deepEqual(
    levelsOf(kept).map(([, , level]) => level),
    ["advisory", "warning", "order"],
  );
  assert.equal(kept.all()[0]?.properties.datetime, "2026-07-30T10:00:00Z");
});

test("of British Columbia, orders and alerts for fires count: no floods, and none that is all clear", async () => {
  const event = (number: number, EVENT_TYPE: string, ORDER_ALERT_STATUS: string) =>
    row(number, { EVENT_NAME: `Event ${number}`, EVENT_TYPE, ORDER_ALERT_STATUS });
  const service = new WfigsService([
    event(1, "Fire", "Order"),
    event(2, "Fire", "Alert"),
    event(3, "Fire", "All Clear"),
    event(4, "Flood", "Order"),
  ]);
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("bc-evacuations"), service.request);
  assert.deepEqual(levelsOf(kept), [
    ["Event 1", "Order", "order"],
    ["Event 2", "Alert", "warning"],
  ]);
});

test("an order and an alert of one event are two zones, each with its outline", async () => {
  const event = (number: number, status: string) =>
    row(number, { EVENT_NAME: "Bush Creek", EVENT_TYPE: "Fire", ORDER_ALERT_STATUS: status });
  const service = new WfigsService([event(1, "Order"), event(2, "Alert")]);
  const feed = await shippedFeed("bc-evacuations");
  const kept = new KeptFeatures();
  await kept.read(feed, service.request);
  assert.equal(kept.features.size, 2);
  service.rows = [event(2, "Alert"), event(1, "Order")];
  const [change] = await kept.read(feed, service.request);
  assert.deepEqual(change?.put, [], "in any order, these are the same zones");
});

test("a zone that two complete lists lack is removed, and its change of status replaces it", async () => {
  const zone = (STATUS: string) => row(1, { ZONE_ID: "BUT-1", STATUS });
  const feed = await shippedFeed("ca-evacuations");
  const kept = new KeptFeatures();
  const service = new WfigsService([zone("Evacuation Warning")]);
  await kept.read(feed, service.request);
  service.rows = [zone("Evacuation Order")];
  await kept.read(feed, service.request);
  assert.deepEqual(levelsOf(kept), [["BUT-1", "Evacuation Order", "order"]]);
  service.rows = [zone("Normal")];
  await kept.read(feed, service.request);
  assert.equal(kept.features.size, 1);
  const [change] = await kept.read(feed, service.request);
  assert.equal(kept.features.size, 0);
  assert.equal(change?.counts.removed, 1);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import {
  type Equator,
  east,
  hotspot,
  type Json,
  mapped,
  reported,
  startEquator,
  zone,
} from "./support/equator.ts";

const irwin = "6F9619FF-8B86-D011-B42D-00C04FC964FF";

const files: Record<string, readonly Json[]> = {
  hotspots: [hotspot("beside", 8010), hotspot("elsewhere", 0)],
  perimeters: [
    mapped("m1", [200, 220], { incident_id: "2025-AAA-1", incident_name: "Kinds" }),
    mapped("m2", [3000, 3010], { incident_name: "Bear", state: "US-ID" }),
    mapped("m3", [5000, 5002], { incident_id: "2025-AAA-3", incident_name: "Pair" }),
    mapped("m4", [5020, 5022], { incident_id: "2025-AAA-4", incident_name: "Pair" }),
    mapped("m5", [8020, 8040], { incident_id: "2025-AAA-5", incident_name: "Edge" }),
    mapped("m6", [9000, 9010], { incident_name: "Twins", state: "US-ID" }),
    mapped("m7", [9900, 9901], { incident_name: "" }),
  ],
  incidents: [
    reported("i1", 205, { irwin_id: irwin, incident_name: "KINDS Fire" }),
    reported("i2", 3005, { incident_name: "Bear", state: "US-ID", cause: "Human" }),
    reported("i3", 6000, { incident_name: "Bear", state: "US-AZ" }),
    reported("i4", 5021, { incident_name: "Pair" }),
    // 100,000 acres as a circle have a radius of 11.35 km.
    reported("i5", 8020, {
      incident_id: "2025-aaa-5",
      incident_name: "The edge",
      incident_size_acres: 100_000,
    }),
    reported("i6", 9005, { incident_name: "Twins", state: "US-ID" }),
    reported("i7", 9905, { incident_name: "" }),
    // 3,000 acres as a circle have a radius of 1.966 km.
    reported("i8", 10_000, { incident_name: "Large", incident_size_acres: 3000 }),
  ],
  "evacuation-zones": [
    zone("z1", [200, 201], {
      zone_name: "Was",
      level: "order",
      listed_until: "2025-06-18T00:00:00Z",
    }),
    zone("z2", [202, 203], { zone_name: "Second", level: "warning", status: "Set" }),
    zone("z3", [205, 206], { zone_name: "First", level: "ORDER", status: "GO" }),
  ],
};

let call: Equator["call"];
let close: Equator["close"];

before(async () => {
  ({ call, close } = await startEquator(files));
});
after(() => close());

const time = "2025-06-17/2025-06-20";
const near = (km: number, radius_km: number) => ({ near: `0,${east(km)}`, radius_km, time });

test("ids of two kinds do not tell an incident and an outline of one name apart", async () => {
  const answer = await call("assess_fire", { fire: "Kinds" });
  assert.equal(answer.perimeter.id, "m1");
  assert.equal(answer.fire.report.reported_at, "2025-06-19T18:00:00Z");
});

test("of several reports of a name the one near the outline is its own", async () => {
  const answer = await call("assess_fire", { fire: "Bear, ID" });
  assert.deepEqual([answer.perimeter.id, answer.fire.report?.cause], ["m2", "Human"]);
  const { candidates } = await call("assess_fire", { fire: "Bear" });
  assert.equal(candidates?.length, 2);
  const found = await Promise.all(
    candidates.map(({ value }: Json) => call("assess_fire", { fire: value })),
  );
  assert.deepEqual(found.map(({ mappings }) => mappings).sort(), [0, 1]);
});

test("of several outlines of a name a report is of the nearest", async () => {
  const [far, own] = [
    await call("assess_fire", { fire: "2025-AAA-3" }),
    await call("assess_fire", { fire: "2025-AAA-4" }),
  ];
  assert.deepEqual([far.fire.report, own.fire.report.incident_type], [undefined, "wildfire"]);
  const { candidates } = await call("assess_fire", { fire: "Pair" });
  assert.deepEqual(candidates.map(({ value }: Json) => value).sort(), ["2025-AAA-3", "2025-AAA-4"]);
});

test("a report is of its mapped fire, though the outline lies outside of the area", async () => {
  const answer = await call("assess_location", near(8010, 2));
  assert.equal(answer.labels.near_reported_incident, 0);
  const wide = await call("assess_location", near(8010, 15));
  assert.equal(wide.labels.may_be_new_fire, 1);
});

test("fires without a name are not one fire for that", async () => {
  const { tables } = await call("assess_location", near(9905, 10));
  const [incident] = recordsOf(tables.incidents);
  assert.deepEqual([incident!.id, incident!.mapped], ["i7", false]);
});

test("places are measured to a circle of the size that a fire without an outline reports", async () => {
  const list = { near: `0,${east(10_006)}; 0,${east(10_050)}`, radius_km: 5, time };
  const { tables } = await call("assess_location", list);
  const [place] = recordsOf(tables.places);
  assert.equal(place!.fire, "Large");
  assert.ok(Math.abs(Number(place!.fire_km) - (6 - 1.966)) < 0.01, String(place!.fire_km));
});

test("zones that left the list are no orders, and levels are read in any case", async () => {
  const { tables } = await call("assess_location", near(203, 10));
  assert.deepEqual(
    recordsOf(tables.evacuation_zones).map(({ name, level }) => [name, level]),
    [
      ["First", "order"],
      ["Second", "warning"],
    ],
  );
});

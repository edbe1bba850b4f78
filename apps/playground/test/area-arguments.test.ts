import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areaOf,
  argumentsOf,
  kindOf,
  kindsFor,
  withoutOthers,
} from "../src/tools/area-arguments.ts";

test("the arguments tell in which way they say where", () => {
  assert.equal(kindOf({ near: "Armidale", radius_km: 60 }), "place");
  assert.equal(kindOf({ near: "-30.5,151.7" }), "circle");
  assert.equal(kindOf({ lon: 151.7, lat: -30.5 }), "circle");
  assert.equal(kindOf({ bbox: [1, 2, 3, 4] }), "box");
  assert.equal(kindOf({ within: "Oregon" }), "area");
  assert.equal(kindOf({ fire: "Park", radius_km: 5 }), "fire");
  assert.equal(kindOf({ collection: "svc:hotspots" }), null);
});

test("another way removes what only the others need", () => {
  const args = { near: "Armidale", radius_km: 60, time: "yesterday" };
  assert.deepEqual(withoutOthers("box", args), { near: undefined, radius_km: undefined });
  assert.deepEqual(withoutOthers("fire", args), { near: undefined });
  assert.deepEqual(withoutOthers("circle", args), { near: undefined });
  assert.deepEqual(withoutOthers("place", args), {});
});

test("a tool offers the ways that its parameters have", () => {
  assert.deepEqual(kindsFor(new Set(["near", "radius_km", "within", "fire"])), [
    "anywhere",
    "place",
    "area",
    "circle",
    "fire",
  ]);
});

test("numbers are an area of the map, and a drawn area is arguments", () => {
  assert.deepEqual(areaOf({ near: "-30.5, 151.7", radius_km: 60 }), {
    kind: "circle",
    center: [151.7, -30.5],
    radiusKm: 60,
  });
  assert.deepEqual(areaOf({ bbox: [170, -20, -170, 0] }), {
    kind: "box",
    bbox: [170, -20, -170, 0],
  });
  assert.equal(areaOf({ near: "Armidale" }), null);
  assert.equal(areaOf({ near: "95,0" }), null);
  assert.deepEqual(argumentsOf({ kind: "circle", center: [151.70001, -30.5], radiusKm: 61.4 }), {
    near: "-30.5,151.7",
    lon: undefined,
    lat: undefined,
    radius_km: 61,
  });
  assert.deepEqual(argumentsOf({ kind: "box", bbox: [-122.123456, 40, -121, 41] }), {
    bbox: [-122.1235, 40, -121, 41],
  });
});

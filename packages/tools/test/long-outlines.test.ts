import assert from "node:assert/strict";
import { test } from "node:test";
import { fireService } from "./fire-service.ts";
import { answerOf, point } from "./support.ts";

/** More positions than a call has room for arguments. */
const vertices = 150_000;

const collection = "svc:satellite-perimeters";
const datetime = "2025-06-20T11:00:00Z";

/** A circle of half a degree around 150° W, 50.5° N, far from towns. */
const circle = Array.from({ length: vertices }, (_, i) => {
  const angle = (2 * Math.PI * i) / vertices;
  return [-150 + 0.5 * Math.cos(angle), 50.5 + 0.5 * Math.sin(angle)];
});

const { context } = fireService({
  features: {
    [collection]: [
      {
        type: "Feature",
        id: "p0",
        geometry: { type: "Polygon", coordinates: [[...circle, circle[0]!]] },
        properties: { datetime, incident_id: "1", incident_name: "Long" },
      },
    ],
    "svc:hotspots": [point("d0", -150, 50.5, { datetime, frp: 5 })],
  },
  queryables: [
    { id: "geometry", type: "geometry" },
    { id: "datetime", type: "dateTime" },
    { id: "incident_id", type: "string" },
    { id: "incident_name", type: "string" },
  ],
});

// Half axes of 35.43 km and 55.64 km at 50.5° N (WGS 84): π · 35.43 · 55.64 = 6193 km².
const km2 = 6193;

// The other tools, and other shapes, are in long-outlines.nightly.ts.
test(`an outline of ${vertices} positions is assessed`, async () => {
  const { perimeter } = await answerOf("assess_fire", { fire: "Long" }, context);
  assert.ok(Math.abs(perimeter.area_km2 - km2) < km2 / 500, String(perimeter.area_km2));
});

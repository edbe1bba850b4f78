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

test(`an outline of ${vertices} positions is listed, described and assessed`, async () => {
  const { columns, rows } = await answerOf("query_features", { collection }, context);
  const listed = rows[0][columns.indexOf("area_km2")];
  const { area_km2: described } = await answerOf("get_feature", { collection, id: "p0" }, context);
  const { perimeter } = await answerOf("assess_fire", { fire: "Long" }, context);
  for (const each of [listed, described, perimeter.area_km2])
    assert.ok(Math.abs(each - km2) < km2 / 500, String(each));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position } from "@emberline/geo";
import { fireService } from "./fire-service.ts";
import { answerOf, point } from "./support.ts";

/** More positions than a call has room for arguments. */
const vertices = 200_000;

const collection = "svc:satellite-perimeters";
const datetime = "2025-06-20T11:00:00Z";

/** A circle of half a degree around 150° W, 50.5° N, far from towns. */
const circle = Array.from({ length: vertices }, (_, i): Position => {
  const angle = (2 * Math.PI * i) / vertices;
  return [-150 + 0.5 * Math.cos(angle), 50.5 + 0.5 * Math.sin(angle)];
});

/** Triangles in a grid within the circle. */
const triangles = Array.from({ length: vertices / 4 }, (_, i): Position[] => {
  const [x, y] = [-150.25 + (i % 250) / 500, 50.25 + Math.floor(i / 250) / 500];
  return [
    [x, y],
    [x + 0.001, y],
    [x, y + 0.001],
    [x, y],
  ];
});

const square = [
  [-149, 50],
  [-148.9, 50],
  [-148.9, 50.1],
  [-149, 50.1],
  [-149, 50],
];

const shapes = {
  ring: { type: "Polygon", coordinates: [[...circle, circle[0]!]] },
  parts: { type: "MultiPolygon", coordinates: triangles.map((ring) => [ring]) },
  holes: {
    type: "Polygon",
    coordinates: [
      [...circle.filter((_, i) => i % 100 === 0), circle[0]!],
      ...triangles.map((ring) => ring.toReversed()),
    ],
  },
  collection: {
    type: "GeometryCollection",
    geometries: triangles.map((ring) => ({ type: "Polygon", coordinates: [ring] })),
  },
};

function contextWith(geometry: object) {
  const perimeter = (id: string, geometry: object) => ({
    type: "Feature",
    id,
    geometry,
    properties: { datetime, incident_id: id, incident_name: id },
  });
  return fireService({
    features: {
      [collection]: [
        perimeter("Long", geometry),
        perimeter("Small", { type: "Polygon", coordinates: [square] }),
      ],
      "svc:hotspots": [point("d0", -150, 50.5, { datetime, frp: 5 })],
    },
    queryables: [
      { id: "geometry", type: "geometry" },
      { id: "datetime", type: "dateTime" },
      { id: "incident_id", type: "string" },
      { id: "incident_name", type: "string" },
    ],
  }).context;
}

// Half axes of 35.43 km and 55.64 km at 50.5° N (WGS 84): π · 35.43 · 55.64 = 6193 km².
const circleKm2 = 6193;
// Half of 111.2 m times 70.8 m each, at 50.45° N in the middle.
const trianglesKm2 = (triangles.length * 0.1112 * 0.0708) / 2;

const areasKm2 = {
  ring: circleKm2,
  parts: trianglesKm2,
  holes: circleKm2 - trianglesKm2,
  collection: trianglesKm2,
};

for (const [kind, geometry] of Object.entries(shapes)) {
  const km2 = areasKm2[kind as keyof typeof shapes];
  const isRight = (found: number) =>
    assert.ok(Math.abs(found - km2) < km2 / 50, `${found} km², not ${km2}`);

  test(`an outline of ${vertices} positions is answered about, and so is a small one beside it: ${kind}`, async () => {
    const context = contextWith(geometry);
    const { columns, rows } = await answerOf("query_features", { collection }, context);
    const areaOf = (id: string) =>
      rows.find((row: unknown[]) => row[0] === id)[columns.indexOf("area_km2")];
    isRight(areaOf("Long"));
    // 0.1° of latitude are 11.1 km, of longitude at 50° N 7.2 km.
    assert.ok(Math.abs(areaOf("Small") - 11.1 * 7.2) < 1);
    isRight((await answerOf("get_feature", { collection, id: "Long" }, context)).area_km2);
    isRight((await answerOf("assess_fire", { fire: "Long" }, context)).perimeter.area_km2);
    isRight((await answerOf("summarize_features", { collection, fire: "Long" }, context)).area_km2);
    const map = await answerOf("show_map", { collections: [collection] }, context);
    assert.equal(map.rows[0][map.columns.indexOf("matched")], 2);
    const periods = { before: "2025-06-19", after: "2025-06-20" };
    await answerOf("compare_periods", { collection, ...periods }, context);
  });
}

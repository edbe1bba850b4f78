import assert from "node:assert/strict";
import { test } from "node:test";
import geodesic from "geographiclib-geodesic";
import type { Box, LonLat } from "../src/index.ts";
import { circlesOf, draw, elementsOf } from "./drawing.ts";

const radians = Math.PI / 180;

/**
 * Lambert's azimuthal equal-area on a sphere of radius 1: Snyder
 * 1987, equations 22-4, 24-2 to 24-4.
 */
function azimuthal([lon, lat]: LonLat, [lon0, lat0]: LonLat): [number, number] {
  const [phi, phi0, turn] = [lat * radians, lat0 * radians, (lon - lon0) * radians];
  const cosine = Math.sin(phi0) * Math.sin(phi) + Math.cos(phi0) * Math.cos(phi) * Math.cos(turn);
  const k = Math.sqrt(2 / (1 + cosine));
  return [
    k * Math.cos(phi) * Math.sin(turn),
    k * (Math.cos(phi0) * Math.sin(phi) - Math.sin(phi0) * Math.cos(phi) * Math.cos(turn)),
  ];
}

/** Equal Earth: Šavrič, Patterson and Jenny 2018, equation 7. */
function equalEarth([lon, lat]: LonLat, [lon0]: LonLat): [number, number] {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const t = Math.asin((Math.sqrt(3) / 2) * Math.sin(lat * radians));
  const slope = 9 * a4 * t ** 8 + 7 * a3 * t ** 6 + 3 * a2 * t ** 2 + a1;
  return [
    (2 * Math.sqrt(3) * (lon - lon0) * radians * Math.cos(t)) / (3 * slope),
    a4 * t ** 9 + a3 * t ** 7 + a2 * t ** 3 + a1 * t,
  ];
}

const cases: [name: string, box: Box, center: LonLat, formula: typeof azimuthal][] = [
  ["a small box", [-121.72, 44.3, -121.7, 44.32], [-121.71, 44.31], azimuthal],
  ["Fiji, across the antimeridian", [176, -20, -178, -15], [179, -17.5], azimuthal],
  ["a continent", [112, -44, 154, -10], [133, -27], azimuthal],
  ["Antarctica, about the pole", [-180, -90, 180, -60], [0, -90], azimuthal],
  ["the world", [-180, -90, 180, 90], [0, 0], equalEarth],
];

for (const [name, box, center, formula] of cases) {
  test(`positions lie where the formula of the projection puts them: ${name}`, async () => {
    const [west, south, east, north] = box;
    const width = east < west ? east - west + 360 : east - west;
    const positions = [0.1, 0.3, 0.55, 0.8].flatMap((t) =>
      [0.15, 0.5, 0.9].map((u): LonLat => [west + width * t, south + (north - south) * u]),
    );
    const svg = await draw({
      area: { kind: "box", box },
      layers: {
        detections: positions.map(([lon, lat]) => ({
          position: [lon > 180 ? lon - 360 : lon, lat],
          timeMs: null,
          frpMw: null,
        })),
      },
    });
    const drawn = circlesOf(svg).slice(0, positions.length);
    const planned = positions.map((position) => formula(position, center));
    // One scale and one shift fit all: found from the two that lie farthest apart.
    const [a, b] = [0, positions.length - 1];
    const scale = (drawn[b]!.x - drawn[a]!.x) / (planned[b]![0] - planned[a]![0]);
    for (const [i, [x, y]] of planned.entries()) {
      const [dx, dy] = [drawn[i]!.x - drawn[a]!.x, drawn[i]!.y - drawn[a]!.y];
      assert.ok(Math.abs(dx - scale * (x - planned[a]![0])) < 0.5, `x of ${positions[i]}`);
      assert.ok(Math.abs(dy + scale * (y - planned[a]![1])) < 0.5, `y of ${positions[i]}`);
    }
  });
}

for (const [name, center, radiusKm] of [
  ["two kilometres at 44° N", [-121.7, 44.3], 2],
  ["fifty kilometres on the equator", [30, 0], 50],
  ["five hundred kilometres at 70° N, across the antimeridian", [179.5, 70], 500],
] as const) {
  test(`the scale bar is as long as the ground on the ellipsoid: ${name}`, async () => {
    const reach = radiusKm * 800;
    const ends = [90, 270].map((azimuth): LonLat => {
      const { lon2, lat2 } = geodesic.Geodesic.WGS84.Direct(center[1], center[0], azimuth, reach);
      return [lon2!, lat2!];
    });
    const svg = await draw({
      area: { kind: "circle", center, radiusKm },
      layers: { detections: ends.map((position) => ({ position, timeMs: null, frpMw: null })) },
    });
    const [east, west] = circlesOf(svg);
    const kmPerPixel = (2 * reach) / 1000 / (east!.x - west!.x);
    const bar = elementsOf(svg).find((each) => /^M[\d.,]+v5h/.test(each.getAttribute("d") ?? ""))!;
    const lengthPx = Number(/h([\d.]+)/.exec(bar.getAttribute("d")!)![1]);
    const label = elementsOf(svg).find((each) => /^[\d,]+ (km|m)$/.test(each.textContent ?? ""))!;
    const [, digits, unit] = /^([\d,]+) (km|m)$/.exec(label.textContent!)!;
    const km = Number(digits!.replace(",", "")) / (unit === "m" ? 1000 : 1);
    assert.ok(
      Math.abs((lengthPx * kmPerPixel) / km - 1) < 0.002,
      `${lengthPx * kmPerPixel} km, not ${km}`,
    );
  });
}

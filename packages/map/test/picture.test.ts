import assert from "node:assert/strict";
import { test } from "node:test";
import type { Geometry, Polygon, Position } from "@emberline/geo";
import { drawMap, layOutMap, type MapRequest, type ThemeName } from "../src/index.ts";
import { elementsOf, textsOf } from "./drawing.ts";

const day = 86_400_000;
const at = (days: number) => Date.UTC(2026, 6, 16) + days * day;

/** A ragged outline around a position, of so many kilometres. */
function outline(lon: number, lat: number, km: number, corners = 400): Polygon {
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = (i / corners) * 2 * Math.PI;
    const reach = (km / 111) * (1 + 0.3 * Math.sin(i * 2.7));
    return [lon + (reach * Math.cos(angle)) / 0.75, lat + reach * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

const towns = ["Alder", "Birch Creek", "Cedarville", "Dogwood", "Elm Springs", "Firview"].flatMap(
  (name, i) =>
    [0, 1, 2].map((j) => ({
      name: `${name} ${j + 1}`,
      position: [-122.6 + 0.12 * i + 0.01 * j, 40.3 + 0.13 * j + 0.05 * (i % 3)] as const,
      population: 1000 * (i + 1) * (j + 1),
    })),
);

const layers: MapRequest["layers"] = {
  detections: Array.from({ length: 300 }, (_, i) => ({
    position: [-122.4 + 0.002 * (i % 20), 40.5 + 0.003 * Math.floor(i / 20)],
    timeMs: at(i / 80),
    frpMw: i,
  })),
  perimeters: [
    { geometry: outline(-122.4, 40.52, 3), timeMs: at(3), name: "Long Valley Ridge" },
    { geometry: outline(-122.36, 40.5, 2), timeMs: at(2), name: "Short" },
  ],
  staticSources: [[-122.2, 40.4]],
  simulations: [[-122.5, 40.6]],
};

function picture(width: number, more: Partial<MapRequest> = {}): Promise<string> {
  const layout = layOutMap({
    ...{ width, height: width * 0.75, scale: width / 512, layers },
    area: { kind: "circle", center: [-122.39, 40.5], radiusKm: 40 },
    title: "Detections near Redding, 16–20 Jul 2026",
    period: "300 detections and 2 fire perimeters within 40 km of Redding, California.",
    notes: ["A detection is a warm pixel at an overpass, not a fire."],
    mark: "SYNTHETIC DATA",
    attribution: ["Source: Hotspots, newest 20 Jul 2026, 21:55 UTC"],
    ...more,
  });
  return drawMap(layout, towns);
}

interface Text {
  readonly text: string;
  readonly sizePx: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Texts with their boxes: a letter of DejaVu Sans takes at least 0.48 of the size on average. */
function boxesOf(svg: string): Text[] {
  return elementsOf(svg)
    .filter(({ tagName }) => tagName === "text")
    .map((each) => {
      const [x, y, sizePx] = ["x", "y", "font-size"].map((name) => Number(each.getAttribute(name)));
      const text = each.textContent ?? "";
      const spacing = Number(each.getAttribute("letter-spacing") ?? 0);
      const width = text.length * (sizePx! * 0.48 + spacing);
      return {
        text,
        sizePx: sizePx!,
        left: x!,
        right: x! + width,
        top: y! - sizePx! * 0.7,
        bottom: y!,
      };
    });
}

for (const width of [400, 1024]) {
  test(`at ${width} pixels every text has 8 of 400 pixels of the width`, async () => {
    const svg = await picture(width);
    const [, , viewWidth] = elementsOf(svg)[0]!.getAttribute("viewBox")!.split(" ").map(Number);
    for (const { text, sizePx } of boxesOf(svg))
      assert.ok(sizePx / viewWidth! >= 8 / 400, `${text}: ${sizePx} of ${viewWidth}`);
  });
}

test("no text lies on another, and none leaves the picture", async () => {
  for (const theme of ["light", "dark"] as ThemeName[]) {
    const texts = boxesOf(await picture(1024, { theme }));
    for (const [i, a] of texts.entries()) {
      assert.ok(a.left >= 0 && a.right <= 512 && a.top >= 0 && a.bottom <= 384, a.text);
      for (const b of texts.slice(i + 1)) {
        const overlap =
          a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        assert.ok(!overlap, `${a.text} and ${b.text}`);
      }
    }
  }
});

test("every name on the map has a halo in the colour of the ground", async () => {
  const names = new Set([...towns.map(({ name }) => name), "Long Valley Ridge", "Short"]);
  const drawn = elementsOf(await picture(1024)).filter(
    ({ tagName, textContent }) => tagName === "text" && names.has(textContent ?? ""),
  );
  assert.ok(drawn.length > 4);
  for (const each of drawn)
    assert.deepEqual(
      [each.getAttribute("stroke"), each.getAttribute("paint-order")],
      ["#f6f4ee", "stroke"],
    );
});

test("fires are named before towns, and the nearest towns have their distance", async () => {
  const texts = textsOf(await picture(1024));
  assert.ok(texts.includes("Long Valley Ridge"));
  assert.ok(texts.includes("Town, km to nearest mark"));
  const distances = texts.filter((text) => /^(\d+ km|under 1 km|inside)$/.test(text));
  assert.ok(distances.length >= 2);
});

/** The distance of a position from the nearest of the segments between others, in pixels. */
function farFrom([x, y]: readonly [number, number], line: readonly [number, number][]): number {
  return line.slice(1).reduce((least, [bx, by], i) => {
    const [ax, ay] = line[i]!;
    const [dx, dy] = [bx - ax, by - ay];
    const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const on = Math.min(1, Math.max(0, t));
    return Math.min(least, Math.hypot(x - ax - on * dx, y - ay - on * dy));
  }, Number.POSITIVE_INFINITY);
}

test("outlines lie within half a pixel of the data", async () => {
  const geometry = outline(-122.4, 40.52, 8, 3000);
  for (const width of [400, 1024, 2048]) {
    const request: MapRequest = {
      ...{ width, height: width * 0.75, scale: width / 512, title: "" },
      layers: { growth: [{ geometry, timeMs: at(0), areaKm2: 1, name: null }] },
    };
    const layout = layOutMap(request);
    const path = elementsOf(await drawMap(layout))
      .find((each) => each.getAttribute("fill-opacity") === "0.85")!
      .getAttribute("d")!;
    const drawn = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]): [number, number] => [
      Number(x),
      Number(y),
    ]);
    drawn.push(drawn[0]!);
    for (const [lon, lat] of geometry.coordinates[0]!) {
      const point = layout.view.projection([lon, lat])!;
      assert.ok(farFrom(point, drawn) * layout.scale <= 0.5);
    }
  }
});

test("the growth of a fire has a colour, a day and an area for each step, the newest below", async () => {
  const growth = [2, 4, 6].map((km, i) => ({
    geometry: outline(-122.4, 40.52, km) as Geometry,
    timeMs: at(i),
    areaKm2: km * km * 3,
    name: "Ridge",
  }));
  const svg = await picture(1024, { layers: { growth } });
  const texts = textsOf(svg);
  const entries = ["16 Jul: 12 km²", "17 Jul: 48 km²", "18 Jul: 108 km²"];
  assert.deepEqual(
    texts.filter((text) => text.includes("km²")),
    entries,
  );
  assert.ok(texts.includes("Outline in 2026"));
  const fills = elementsOf(svg)
    .filter((each) => each.getAttribute("fill-opacity") === "0.85")
    .map((each) => each.getAttribute("fill"));
  const [light, middle, strong] = ["#ffffb2", "#fd8d3c", "#bd0026"];
  assert.deepEqual(fills, [strong, middle, light, light, middle, strong]);
});

test("a comparison has a shape and a colour for what is new, continues or has ended", async () => {
  const position = [-122.4, 40.5] as const;
  const mark = { position, timeMs: null, frpMw: null };
  const svg = await picture(1024, {
    layers: {
      changes: { new: [mark, mark], continuing: [mark], ended: [mark] },
      perimeters: [
        { geometry: outline(-122.4, 40.5, 2), timeMs: null, name: "A", change: "new" },
        { geometry: outline(-122.3, 40.5, 2), timeMs: null, name: "B", change: "ended" },
      ],
    },
  });
  const texts = textsOf(svg);
  for (const text of ["2 new", "1 continuing", "1 not seen again", "1 new"])
    assert.ok(texts.includes(text), text);
  const corners = elementsOf(svg)
    .filter((each) => each.getAttribute("stroke-width") === "0.8")
    .map((each) => [each.getAttribute("fill"), each.getAttribute("d")!.match(/M[^M]*Z/)![0]])
    .filter(([fill]) => fill !== "none")
    .map(([fill, path]) => [fill, path!.match(/[ML]/g)!.length]);
  const [news, goesOn, ended] = ["#aa3377", "#1f2933", "#0072b2"];
  assert.deepEqual(corners.slice(0, 3), [
    [ended, 3],
    [goesOn, 4],
    [news, 3],
  ]);
  const dashed = elementsOf(svg).filter(
    (each) => each.getAttribute("stroke-dasharray") === "3.5 2",
  );
  assert.ok(dashed.length > 0 && dashed.every((each) => each.getAttribute("stroke") === ended));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Polygon } from "@emberline/geo";
import fc from "fast-check";
import { layOutMap, themes } from "../src/index.ts";
import { blank, circlesOf, draw, elementsOf, textsOf } from "./drawing.ts";

const point = (lon: number, lat: number) => ({
  position: [lon, lat] as const,
  timeMs: null,
  frpMw: 5,
});

const square = (size: number): Polygon => {
  const corner = (x: number, y: number): [number, number] => [10 + x * size, 40 + y * size];
  const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)];
  return { type: "Polygon", coordinates: [ring] };
};

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    "]]>",
    "&#0;&lt;",
    '"/><a href="//evil">',
    "\u202Eevil\u0000\uFFFF\uD800",
  ),
);

test("a map is well-formed, without scripts or references, whatever its texts are", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (title, name, note) => {
      const svg = await draw(
        {
          title,
          period: note,
          notes: [note],
          mark: name,
          attribution: [name],
          layers: {
            perimeters: [{ geometry: square(1), timeMs: null, name }],
            shapes: [{ geometry: square(0.5), title: note }],
            links: [{ geometry: square(0.5), title: note, href: name }],
          },
        },
        [{ name, position: [10.2, 40.2], population: 1 }],
      );
      const names = new Set(elementsOf(svg).map(({ tagName }) => tagName));
      assert.deepEqual(
        [...names].filter((each) => !/^(svg|title|desc|path|rect|text|a|g)$/.test(each)),
        [],
      );
      assert.doesNotMatch(svg, /NaN|undefined|Infinity|\u202E|url\(/);
    }),
    { numRuns: 20 },
  );
});

test("wherever the area lies, every number in a map is finite", async () => {
  const lon = fc.double({ min: -180, max: 180, noNaN: true });
  const lat = fc.double({ min: -90, max: 90, noNaN: true });
  await fc.assert(
    fc.asyncProperty(lon, lat, lon, lat, async (west, a, east, b) => {
      const box = [west, Math.min(a, b), east, Math.max(a, b)] as const;
      const svg = await draw({
        area: { kind: "box", box },
        layers: { detections: [point(west, a), point(east, b)] },
      });
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
      elementsOf(svg);
    }),
    { numRuns: 20 },
  );
});

test("of more detections than can be drawn each square keeps its strongest, and the map says so", async () => {
  // A fixed generator (Park and Miller 1988): the same detections in every run.
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const detections = Array.from({ length: 30_000 }, () => ({
    position: [10 + random() * 4, 40 + random() * 3] as const,
    timeMs: null,
    frpMw: random() * 100,
  }));
  const layout = layOutMap({
    ...blank,
    area: { kind: "box", box: [10, 40, 14, 43] },
    layers: { detections },
  });
  const { drawn, note } = layout.thinned;
  const [, count, side] =
    /^([\d,]+) of 30,000 detections are drawn: in every (\d+) × \d+ pixels the strongest\.$/.exec(
      note!,
    )!;
  assert.equal(Number(count!.replace(",", "")), drawn.length);
  assert.ok(drawn.length <= 5000 && drawn.length > 2500);
  const cell = (x: number, y: number) =>
    `${Math.floor(x / Number(side))} ${Math.floor(y / Number(side))}`;
  const strongest = new Map<string, number>();
  for (const { position, frpMw } of detections) {
    const [x, y] = layout.view.projection([...position])!;
    strongest.set(cell(x, y), Math.max(strongest.get(cell(x, y)) ?? 0, frpMw));
  }
  assert.deepEqual(
    new Map(drawn.map(({ x, y, detection }) => [cell(x, y), detection.frpMw])),
    strongest,
  );
});

test("5,000 detections are all drawn, without a notice on thinning", () => {
  const detections = Array.from({ length: 5000 }, (_, i) =>
    point(10 + (i % 100) / 1000, 40 + i / 1e5),
  );
  const { thinned } = layOutMap({ ...blank, layers: { detections } });
  assert.deepEqual([thinned.drawn.length, thinned.note], [5000, null]);
});

test("a legend explains only what is on the map", async () => {
  const legend = (svg: string) =>
    textsOf(svg).filter((text) => /^(Det|Per|Stat|Sim|Pow|Town)/.test(text));
  assert.deepEqual(legend(await draw({})), []);
  assert.deepEqual(
    legend(await draw({ layers: { staticSources: [[1, 2]], simulations: [[1, 2]] } })),
    ["Static heat source", "Simulation (a forecast)"],
  );
  assert.deepEqual(
    legend(await draw({ layers: { detections: [{ ...point(1, 2), timeMs: 0 }] } })),
    ["Detections", "Power", "Town, km to detection"],
  );
});

test("newer detections lie above older ones, and weaker above stronger", async () => {
  const hour = 3_600_000;
  const at = (ageHours: number, frpMw: number) => ({
    position: [10, 40] as const,
    timeMs: -ageHours * hour,
    frpMw,
  });
  const svg = await draw({
    asOfMs: 0,
    layers: { detections: [at(1, 5), at(30, 5), at(1, 600), at(8, 5)] },
  });
  const drawn = circlesOf(svg).slice(0, 4);
  const [newest, older, oldest] = ["#800026", "#e31a1c", "#fed976"];
  assert.deepEqual(
    drawn.map(({ fill }) => fill),
    [oldest, older, newest, newest],
  );
  assert.ok(drawn[2]!.radius > drawn[3]!.radius);
});

test("a perimeter of any winding is filled inside, not outside", async () => {
  const reversed = {
    ...square(1),
    coordinates: square(1).coordinates.map((ring) => [...ring].reverse()),
  };
  const path = async (geometry: Polygon) => {
    const svg = await draw({
      area: { kind: "box", box: [5, 35, 16, 46] },
      layers: { perimeters: [{ geometry, timeMs: null, name: null }] },
    });
    return elementsOf(svg)
      .find((each) => each.getAttribute("fill-opacity") === "0.28")!
      .getAttribute("d")!;
  };
  for (const drawn of [await path(square(1)), await path(reversed)]) {
    assert.equal(drawn.match(/M/g)!.length, 1, "one ring, and not one around the frame");
  }
});

test("a fire too small to be seen is drawn as a diamond, with its name", async () => {
  const svg = await draw({
    area: { kind: "box", box: [0, 30, 20, 50] },
    layers: { perimeters: [{ geometry: square(0.001), timeMs: null, name: "Tiny" }] },
  });
  assert.match(svg, /l3,3l-3,3l-3,-3Z/);
  assert.ok(textsOf(svg).includes("Tiny"));
});

test("under the map stands the moment from which ages are counted, in words", async () => {
  const svg = await draw({
    layers: { detections: [{ ...point(1, 2), timeMs: Date.UTC(2024, 6, 1, 9, 5) }] },
  });
  assert.ok(textsOf(svg).includes("Ages at 1 Jul 2024, 09:05 UTC."));
});

test("snapshots of one fire have one label, and another fire of that name has its own", async () => {
  const east = square(1);
  const west: Polygon = {
    ...east,
    coordinates: east.coordinates.map((ring) => ring.map(([x, y]) => [x - 4, y])),
  };
  const perimeters = [east, square(0.9), west].map((geometry, timeMs) => {
    return { geometry, timeMs, name: "Twice" };
  });
  const svg = await draw({ area: { kind: "box", box: [0, 35, 16, 46] }, layers: { perimeters } });
  // A label with a halo is one text or two, so positions are counted instead.
  const places = elementsOf(svg)
    .filter((each) => each.tagName === "text" && each.textContent === "Twice")
    .map((each) => `${each.getAttribute("x")},${each.getAttribute("y")}`);
  assert.equal(new Set(places).size, 2);
});

test("a warning stands on the map, and a title that is too long ends with an ellipsis", async () => {
  const svg = await draw({ title: "long ".repeat(60), mark: "SYNTHETIC DATA" });
  const rows = textsOf(svg).filter((text) => text.startsWith("long"));
  assert.deepEqual([rows.length, rows.map((row) => row.endsWith("…"))], [2, [false, true]]);
  assert.ok(textsOf(svg).includes("SYNTHETIC DATA"));
});

test("links lie over all symbols, named for pointers, and are no stops of the keyboard", async () => {
  const link = (title: string, geometry: Polygon) => ({ title, geometry, href: `?${title}` });
  const svg = await draw({
    layers: {
      detections: [point(10, 40)],
      perimeters: [{ geometry: square(1), timeMs: null, name: null }],
      links: [link("One", square(1)), link("Two", square(0.5))],
    },
  });
  const elements = elementsOf(svg);
  const links = elements.filter(({ tagName }) => tagName === "a");
  assert.deepEqual(
    links.map((each) => [each.getAttribute("href"), each.textContent]),
    [
      ["?One", "One"],
      ["?Two", "Two"],
    ],
  );
  assert.ok(links.every((each) => each.getAttribute("tabindex") === "-1"));
  const symbol = elements.findIndex(
    (each) => each.getAttribute("stroke") === themes.light.detectionEdge,
  );
  assert.ok(symbol > 0 && elements.indexOf(links[0]!) > symbol);
  // The parts of an image cannot be links (WAI-ARIA 1.2, 5.2.8).
  assert.equal(elements[0]!.getAttribute("role"), "group");
});

test("the colours of a map may be a caller's own, such as variables of a page", async () => {
  const theme = { ...themes.light, sea: "var(--sea)" };
  const svg = await draw({ theme, area: { kind: "box", box: [0, 35, 16, 46] } });
  assert.match(svg, /<rect [^>]*fill="var\(--sea\)"/);
  assert.doesNotMatch(svg, new RegExp(themes.light.sea));
});

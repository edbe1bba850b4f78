import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { drawMap, layOutMap } from "@emberline/map";
import { Resvg } from "@resvg/resvg-wasm";
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { decode } from "fast-png";
import { pngPictures } from "../src/node.ts";

const require = createRequire(import.meta.url);

/** A place name every 0.12 degrees: far more than fit. */
const crowded = Array.from({ length: 400 }, (_, i) => ({
  name: `${["Münster", "Łódź", "Θήβα", "Пермь", "San José"][i % 5]} ${i}`,
  position: [10 + (i % 20) * 0.12, 50 + Math.floor(i / 20) * 0.08] as const,
  population: 1_000_000 - i * 2000,
}));

const crowdedMap = layOutMap({
  width: 1024,
  height: 768,
  title: "Crowded",
  area: { kind: "box", box: [10, 50, 12.4, 51.6] },
  layers: {
    detections: Array.from({ length: 5000 }, (_, i) => ({
      position: [10 + (i % 100) * 0.024, 50 + Math.floor(i / 100) * 0.032] as const,
      timeMs: Date.UTC(2025, 5, 1) - (i % 40) * 3_600_000,
      frpMw: (i * 7) % 600,
    })),
    staticSources: [[10.5, 50.5]],
    simulations: [[11, 51]],
  },
});

const svg = await drawMap(crowdedMap, crowded);
const png = await pngPictures.encode(svg);

test("a picture of 5,000 detections has the requested size, a palette, and at most 200 kB", () => {
  const { width, height, palette } = decode(png);
  assert.deepEqual([width, height, palette!.length], [1024, 768, 256]);
  assert.ok(png.length <= 200_000, `${png.length} bytes`);
});

test("a picture keeps the exact colours that it is drawn with", () => {
  const { palette } = decode(png);
  const colors = new Set(
    palette!.map(
      (color) =>
        `#${[...color.slice(0, 3)].map((each) => each.toString(16).padStart(2, "0")).join("")}`,
    ),
  );
  // Colours of each age, kind and ground; some appear only in the legend.
  for (const color of [
    "#800026",
    "#e31a1c",
    "#fd8d3c",
    "#fed976",
    "#0072b2",
    "#aa3377",
    "#f6f4ee",
    "#ffffff",
  ])
    assert.ok(svg.includes(color) && colors.has(color), color);
});

test("no drawn name covers another", () => {
  const font = (name: string) => readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  const fontBuffers = [font("DejaVuSans"), font("DejaVuSans-Bold")];
  const names = Array.from(
    new DOMParser().parseFromString(svg, "image/svg+xml").getElementsByTagName("text"),
  ).filter((text) => crowded.some(({ name }) => name === text.textContent));
  assert.ok(names.length > 20, `${names.length} names`);
  const boxes = names.map((text) => {
    text.removeAttribute("stroke");
    const alone = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768" font-family="DejaVu Sans">${new XMLSerializer().serializeToString(text)}</svg>`;
    const drawing = new Resvg(alone, { font: { fontBuffers, defaultFontFamily: "DejaVu Sans" } });
    const box = drawing.getBBox()!;
    return {
      name: text.textContent,
      left: box.x,
      top: box.y,
      right: box.x + box.width,
      bottom: box.y + box.height,
    };
  });
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const isApart = a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
      assert.ok(isApart, `${a.name} and ${b.name}`);
    }
  }
});

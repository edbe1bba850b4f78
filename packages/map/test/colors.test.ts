import assert from "node:assert/strict";
import { test } from "node:test";
import type { ThemeName } from "../src/index.ts";
import { draw, elementsOf } from "./drawing.ts";

type Rgb = readonly [number, number, number];

/** Linear light of sRGB (IEC 61966-2-1). */
function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/**
 * Simulation of full colour blindness in linear RGB: Machado, Oliveira
 * and Fernandes 2009, severity 1.
 */
const visions: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(hex: string, vision: readonly Rgb[]): Rgb {
  const [r, g, b] = linear(hex);
  const [x, y, z] = vision.map(([a, c, d]) => Math.min(1, Math.max(0, a * r + c * g + d * b)));
  return [x!, y!, z!];
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976: 2.3 is just noticeable. */
function difference(a: string, b: string, vision: readonly Rgb[]): number {
  const [p, q] = [lab(seen(a, vision)), lab(seen(b, vision))];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Contrast as in WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

async function colorsOf(theme: ThemeName) {
  const day = 86_400_000;
  const svg = await draw({
    theme,
    asOfMs: 0,
    area: { kind: "box", box: [5, 44, 12, 48] },
    layers: {
      detections: [0.1, 2, 5, 9].map((age) => ({
        position: [8, 46],
        timeMs: -age * day,
        frpMw: 1,
      })),
      staticSources: [[8.5, 46]],
      simulations: [[9, 46]],
    },
    notes: ["a note"],
  });
  const elements = elementsOf(svg);
  // Each symbol is drawn as an edge with the symbol itself on it.
  const dots = elements
    .filter((each) => each.getAttribute("stroke-linecap") === "round")
    .map((each) => each.getAttribute("stroke")!);
  const [edge] = dots;
  const ring = elements.find((each) => each.getAttribute("stroke-width") === "1.8")!;
  const square = elements.find((each) => /h6v6h-6Z/.test(each.getAttribute("d") ?? ""))!;
  const text = (content: string) =>
    elements.find((each) => each.tagName === "text" && each.textContent?.startsWith(content))!;
  const paths = elements.filter(({ tagName }) => tagName === "path");
  return {
    detections: [...new Set(dots)].filter((color) => color !== edge),
    staticSource: square.getAttribute("fill")!,
    simulation: ring.getAttribute("stroke")!,
    land: paths[0]!.getAttribute("fill")!,
    sea: elements.find(({ tagName }) => tagName === "rect")!.getAttribute("fill")!,
    paper: paths.find((each) => each.getAttribute("d")!.startsWith("M0,0H"))!.getAttribute("fill")!,
    text: text("a note").getAttribute("fill")!,
    faintText: text("46°N").getAttribute("fill")!,
    edge: edge!,
  };
}

for (const theme of ["light", "dark"] as const) {
  const colors = colorsOf(theme);
  for (const [name, vision] of Object.entries(visions)) {
    test(`kinds and ages are distinguishable in the ${theme} theme with ${name} vision`, async () => {
      const { detections, staticSource, simulation, land, sea } = await colors;
      assert.equal(detections.length, 4);
      const symbols = [...detections, staticSource, simulation];
      for (const [i, a] of symbols.entries()) {
        for (const b of [...symbols.slice(i + 1), land, sea]) {
          assert.ok(difference(a, b, vision) >= 15, `${a} and ${b}: ${difference(a, b, vision)}`);
        }
      }
    });
  }

  test(`texts of the ${theme} theme are legible on their background`, async () => {
    const { text, faintText, paper, land, sea } = await colors;
    for (const ground of [paper, land, sea]) {
      assert.ok(contrast(text, ground) >= 7, `${text} on ${ground}`);
      assert.ok(
        contrast(faintText, ground) >= 4.5,
        `${faintText} on ${ground}: ${contrast(faintText, ground)}`,
      );
    }
  });

  test(`symbols of the ${theme} theme stand out from the ground, by their colour or their edge`, async () => {
    const { detections, edge, staticSource, simulation, land, sea } = await colors;
    for (const ground of [land, sea]) {
      for (const color of detections) {
        assert.ok(
          Math.max(contrast(color, ground), contrast(edge, ground)) >= 3,
          `${color} on ${ground}`,
        );
      }
      for (const color of [staticSource, simulation])
        assert.ok(contrast(color, ground) >= 3, `${color} on ${ground}`);
    }
  });
}

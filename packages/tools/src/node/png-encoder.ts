import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Encoder = (svg: string) => Uint8Array;

let encoder: Promise<Encoder> | undefined;

/** A drawing as PNG, by resvg in WebAssembly with the DejaVu fonts; a palette keeps it small. */
export async function encodePng(svg: string): Promise<Uint8Array> {
  encoder ??= loadEncoder();
  return (await encoder)(svg);
}

async function loadEncoder(): Promise<Encoder> {
  const [{ initWasm, Resvg }, { encode }, { regular, bold }, wasm] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("fast-png"),
    import("../../assets/fonts.js"),
    readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")),
  ]);
  const fontBuffers = [regular, bold].map((font) => Buffer.from(font, "base64"));
  await initWasm(wasm);
  return (svg) => {
    const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: "DejaVu Sans" } });
    const image = drawing.render();
    const { width, height } = image;
    const { indices, colors } = toPalette(image.pixels, svg.match(/#[0-9a-f]{6}(?=")/g) ?? []);
    // WebAssembly memory is not garbage-collected.
    image.free();
    drawing.free();
    return encode({ width, height, data: indices, channels: 1, depth: 8, palette: colors });
  };
}

/** Maximum size of a PNG palette. */
const maxColors = 256;

export interface PaletteImage {
  /** Per pixel the index of its colour. */
  readonly indices: Uint8Array;
  /** `[red, green, blue]` each. */
  readonly colors: number[][];
}

/**
 * Reduces a picture to 256 colours: those it is drawn with, then the most frequent; every other is
 * replaced by the nearest of them (popularity algorithm, Heckbert 1982). Only blends along edges
 * are replaced, and the file shrinks to a third.
 *
 * @param rgba four bytes a pixel, opaque
 * @param drawnWith colours to keep, as `#rrggbb`
 */
export function toPalette(rgba: Uint8Array, drawnWith: Iterable<string>): PaletteImage {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  const counts = countsOf(pixels);
  // Ties go to the smaller number, so that the order is deterministic.
  const frequent = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || a - b);
  const own = Array.from(drawnWith, toPixel).filter((color) => counts.has(color));
  const ranked = [...new Set([...own, ...frequent])];
  const colors = ranked.slice(0, maxColors).map(channelsOf);
  const exact = new Map(ranked.slice(0, maxColors).map((color, rank) => [color, rank]));
  const nearby = new Map<number, number>();
  const indexOf = (color: number) => {
    const known = exact.get(color);
    if (known !== undefined) return known;
    // Ignore the lowest bits: such blends share a nearest colour.
    const coarse = color & 0xf8f8f8;
    const index = nearby.get(coarse) ?? nearest(coarse | 0x040404, colors);
    nearby.set(coarse, index);
    return index;
  };
  const indices = new Uint8Array(pixels.length);
  let [last, index] = [-1, 0];
  for (let i = 0; i < pixels.length; i++) {
    // Neighbours usually have the same colour.
    if (pixels[i] !== last) {
      last = pixels[i]!;
      index = indexOf(last);
    }
    indices[i] = index;
  }
  return { indices, colors };
}

function countsOf(pixels: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (let start = 0; start < pixels.length; ) {
    const color = pixels[start]!;
    let end = start + 1;
    while (pixels[end] === color) end++;
    counts.set(color, (counts.get(color) ?? 0) + end - start);
    start = end;
  }
  return counts;
}

/** An opaque pixel as `Uint32Array` reads it: the lowest byte is red. */
function toPixel(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return ((255 << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0;
}

/** Assumes a little-endian machine: the lowest byte is red. */
function channelsOf(color: number): number[] {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255];
}

function nearest(color: number, colors: readonly number[][]): number {
  const [red, green, blue] = channelsOf(color) as [number, number, number];
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < colors.length; i++) {
    const [r, g, b] = colors[i] as [number, number, number];
    // Weighted by how well eyes see each channel (ITU-R BT.601, rounded).
    const distance = 3 * (r - red) ** 2 + 6 * (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

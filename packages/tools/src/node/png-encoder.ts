import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { toPalette } from "./palette.ts";

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

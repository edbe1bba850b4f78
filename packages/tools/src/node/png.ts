import type { PictureFormat } from "../call/context.ts";

/**
 * Pictures as PNG: the same bytes on Node, Bun and Deno. They are made by a
 * thread where the context has one. Nothing is loaded before the first picture.
 */
export const pngPictures: PictureFormat = {
  mimeType: "image/png",
  async encode(svg, context) {
    if (context?.workers) return context.workers.run("png", svg, context.signal);
    const { encodePng } = await import("./png-encoder.ts");
    return encodePng(svg);
  },
};

import type { PictureFormat } from "../call/context.ts";

/**
 * Pictures as PNG, identical on Node, Bun and Deno; encoded in a thread if the context has any.
 * Nothing is loaded before the first picture.
 */
export const pngPictures: PictureFormat = {
  mimeType: "image/png",
  async encode(svg, context) {
    if (context?.workers) return context.workers.run("png", svg, context.signal);
    const { encodePng } = await import("./png-encoder.ts");
    return encodePng(svg);
  },
};

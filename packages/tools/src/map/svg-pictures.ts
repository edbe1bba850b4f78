import type { PictureFormat } from "../call/context.ts";

/** Pictures as the SVG documents that they are drawn as. */
export const svgPictures: PictureFormat = {
  mimeType: "image/svg+xml",
  encode: async (svg) => new TextEncoder().encode(svg),
};

import type { PictureFormat } from "../call/context.ts";

/** Pictures as SVG documents. */
export const svgPictures: PictureFormat = {
  mimeType: "image/svg+xml",
  encode: async (svg) => new TextEncoder().encode(svg),
};

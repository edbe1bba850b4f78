export { pngPictures } from "./node/png.ts";

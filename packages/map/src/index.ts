// What a request is made of.
export type { Box, LonLat } from "@emberline/geo";
export { drawMap } from "./draw.ts";
export { layOutMap, type MapLayout } from "./layout.ts";
export type {
  Detection,
  Detections,
  MapArea,
  MapLayers,
  MapRequest,
  Perimeter,
  Place,
  Shape,
  ThemeName,
} from "./map-request.ts";
export type { Span } from "./span.ts";

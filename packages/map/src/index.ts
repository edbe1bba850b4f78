// The request and its parts.
export type { Box, LonLat } from "@emberline/geo";
export { type Ages, agesOf } from "./age.ts";
export { withoutCut } from "./antimeridian-cut.ts";
export { drawMap } from "./draw.ts";
export { layOutMap, type MapLayout } from "./layout.ts";
export type {
  Detection,
  Detections,
  MapArea,
  MapLayers,
  MapPlace,
  MapRequest,
  Perimeter,
  Shape,
  ThemeName,
} from "./map-request.ts";
export type { Span } from "./span.ts";
export { type Theme, themes } from "./theme.ts";

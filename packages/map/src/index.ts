export { type Ages, agesOf } from "./age.ts";
export { withoutCut } from "./antimeridian-cut.ts";
export { drawMap } from "./draw.ts";
export { layOutMap, type MapLayout } from "./layout.ts";
export type {
  Box,
  Detection,
  Detections,
  LonLat,
  MapArea,
  MapLayers,
  MapRequest,
  Perimeter,
  Place,
  Shape,
  ThemeName,
} from "./map-request.ts";
export type { Span } from "./span.ts";
export { type Theme, themes } from "./theme.ts";

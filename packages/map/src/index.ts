export { drawMap } from "./draw.ts";
export { layOutMap, type MapLayout } from "./layout.ts";
export type {
  Box,
  Detection,
  LonLat,
  MapArea,
  MapLayers,
  MapRequest,
  Perimeter,
  Place,
  Shape,
  ThemeName,
} from "./map-request.ts";
export { isStronger, mostDetections } from "./thin.ts";

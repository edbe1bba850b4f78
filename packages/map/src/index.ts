// The request and its parts.
export type { Box, LonLat } from "@emberline/geo";
export { withoutCut } from "./basemap.ts";
export { drawMap } from "./draw.ts";
export { perimeterOn } from "./features.ts";
export { graticuleOf } from "./graticule.ts";
export { areaPath } from "./ground.ts";
export { type GroundPart, groundIn, groundLimits } from "./ground-part.ts";
export { placeLabels } from "./labels.ts";
export { layOutMap, type MapLayout, thin } from "./layout.ts";
export type {
  Detection,
  Detections,
  GrowthStep,
  Landmark,
  MapArea,
  MapLayers,
  MapLink,
  MapPlace,
  MapRequest,
  Perimeter,
  Shape,
} from "./map-request.ts";
export { type Outline, woundForDrawing } from "./path.ts";
export { scaleBar } from "./scale-bar.ts";
export {
  type Change,
  changeStyle,
  changes,
  growthColor,
  type SymbolName,
  symbolCorners,
} from "./symbols.ts";
export {
  type Ages,
  agesOf,
  areaText,
  dayText,
  instantText,
  strengthLabels,
  strengthRadiiPx,
  strengthStep,
} from "./text.ts";
export { type Theme, type ThemeName, themes } from "./theme.ts";
export {
  type Camera,
  cameraOn,
  isInside,
  type Rect,
  type Span,
  spanOfArea,
  spanOfLayers,
  type View,
  viewAt,
  worldSpan,
} from "./view.ts";

export {
  bboxOf,
  boxAround,
  boxCenter,
  boxContains,
  boxesOverlap,
  boxWidthDeg,
  cutBox,
  longitudeNear,
  narrowestBox,
  unrolledEast,
  unwrap,
  wrapLongitude,
} from "./antimeridian.ts";
export { bboxProblem, bboxShapeProblem, extentOf, flatBox, isBbox } from "./bbox.ts";
export {
  featureProblem,
  geometryProblem,
  isGeometry,
  maxCollectionDepth,
} from "./check-geojson.ts";
export {
  flattening,
  kmPerDegree,
  leastKmPerDegree,
  meanRadiusKm,
  planeDistanceKm,
  semiMajorKm,
} from "./earth.ts";
export { ExactSum } from "./exact-sum.ts";
export {
  type Bbox,
  type Box,
  eachPosition,
  type Feature,
  type Geometry,
  type GeometryCollection,
  geometryTextParts,
  type LineString,
  type LonLat,
  type MultiLineString,
  type MultiPoint,
  type MultiPolygon,
  type Point,
  type Polygon,
  type Position,
  type Properties,
  pathsOf,
  polygonsOf,
  positionsOf,
} from "./geojson.ts";
export { intersectsBox } from "./intersects-box.ts";
export { hasNoPositions, mendFeature } from "./mend-feature.ts";
export {
  dateForm,
  dayUs,
  instantForm,
  parseDateUs,
  parseInstantUs,
  parseTimeMs,
  parseTimestampUs,
  printInstant,
} from "./time.ts";

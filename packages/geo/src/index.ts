export {
  bboxOf,
  boxCenter,
  boxContains,
  boxesOverlap,
  boxWidthDeg,
  cutBox,
  narrowestBox,
  unrolledEast,
} from "./antimeridian.ts";
export { bboxProblem, bboxShapeProblem, extentOf, flatBox, isBbox } from "./bbox.ts";
export {
  type CheckOptions,
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
export type {
  Bbox,
  Box,
  Feature,
  Geometry,
  GeometryCollection,
  LineString,
  LonLat,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
  Properties,
} from "./geojson.ts";
export { eachPosition, pathsOf, polygonsOf, positionsOf } from "./geojson.ts";
export { geometryTextSteps } from "./geometry-text.ts";
export { intersectsBox } from "./intersects-box.ts";
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
export { longitudeNear, unwrap, wrapLongitude } from "./unwrap.ts";

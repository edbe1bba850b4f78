export {
  type Area,
  type Detection,
  type FireData,
  type HeatSource,
  loadData,
  type Perimeter,
  type Place,
  type Point,
  type Polygons,
  type Ring,
  type Simulation,
} from "./data/load-data.ts";
export { type DataSet, hotspotSets, otherSets, perimeterSets } from "./data/sets.ts";
export { writeData } from "./data/write-data.ts";
export { distanceKm } from "./oracle/distance.ts";
export { areaKm2, contains, edgeDistanceKm, equalArea } from "./oracle/shapes.ts";
export {
  createQuestions,
  publicSeed,
  type QuestionsOptions,
} from "./questions/create-questions.ts";
export { searchTools } from "./systems/search.ts";
export type {
  Expected,
  Form,
  Language,
  Obstacle,
  Question,
  Unit,
  Wording,
} from "./values/question.ts";

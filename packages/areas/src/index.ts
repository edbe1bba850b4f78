export { type AreaLevel, AreaLocator, areaLevels, areasAround } from "./area-locator.ts";
export {
  argumentOfArea,
  type FoundAreas,
  findAreas,
  labelOfArea,
  similarAreas,
} from "./find-areas.ts";
export { type AreaRecord, type Areas, loadAreas } from "./load-areas.ts";
export type { Outline } from "./outline.ts";
export { boxOfRings, kindWord, type Ring, rankOf, sourceOf } from "./rings.ts";

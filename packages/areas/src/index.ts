export { type AreaLevel, AreaLocator, areaLevels, areasAround } from "./area-locator.ts";
export {
  argumentOfArea,
  type FoundAreas,
  findAreas,
  findEachArea,
  labelOfArea,
  longerNames,
  similarAreas,
} from "./find-areas.ts";
export { type AreaGroup, type AreaRecord, type Areas, loadAreas } from "./load-areas.ts";
export type { Outline } from "./outline.ts";
export { boxOfRings, kindWord, type Ring, rankOf, sourceOf } from "./rings.ts";

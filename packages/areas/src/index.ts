export { kindWord, rankOf, sourceOf } from "./area-kinds.ts";
export { type AreaLevel, AreaLocator, areaLevels } from "./area-locator.ts";
export {
  argumentOfArea,
  type FoundAreas,
  findAreas,
  labelOfArea,
  similarAreas,
} from "./find-areas.ts";
export { type AreaRecord, type Areas, loadAreas } from "./load-areas.ts";
export type { Outline } from "./outline.ts";
export type { Ring } from "./rings.ts";
export { boxOfRings } from "./rings.ts";

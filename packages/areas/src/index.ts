export { boxOfRings } from "./area-box.ts";
export { kindWord, rankOf, sourceOf } from "./area-kinds.ts";
export { type AreaLevel, AreaLocator, areaLevels } from "./area-locator.ts";
export type { Ring } from "./decode-shape.ts";
export { type FoundAreas, findAreas, similarAreas } from "./find-areas.ts";
export { type AreaRecord, type Areas, loadAreas } from "./load-areas.ts";
export { argumentOfArea, labelOfArea } from "./name-area.ts";
export type { Outline } from "./outline.ts";

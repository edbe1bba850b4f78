import { kindWord } from "./area-kinds.ts";
import { findAreas } from "./find-areas.ts";
import type { AreaRecord, Areas } from "./load-areas.ts";

/** "Trinity County, California"; an area shared by several countries has only its name. */
export function labelOfArea(areas: Areas, { name, parents }: AreaRecord): string {
  return parents.length === 1 ? `${name}, ${areas.area(parents[0]!).name}` : name;
}

/** The value of `within` that selects exactly this area. */
export function argumentOfArea(areas: Areas, area: AreaRecord): string {
  const label = labelOfArea(areas, area);
  const [parent] = area.parents;
  const forms = [
    label,
    `${label} (${kindWord(area.kind)})`,
    ...(parent === undefined ? [] : [`${area.name}, ${areas.area(parent).name}`]),
  ];
  return forms.find((each) => findAreas(areas, each).best?.index === area.index) ?? label;
}

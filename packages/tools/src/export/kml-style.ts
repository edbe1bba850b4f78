import type { Roles } from "../values/roles.ts";

/** A style for detections, perimeters, sources or other features. KML colours are aabbggrr. */
export function kmlStyle(roles: Roles): string {
  // Scale 0 hides labels: thousands of names would cover the detections.
  if (roles.strength !== undefined) return style("ff1c1ae3", 0.5, 0);
  if (roles.fire !== undefined) return style("ff0047b3", 0.8, 0.8);
  if (roles.category !== undefined) return style("ff8f5c2b", 0.7, 0.7);
  return style("ff7733aa", 0.7, 0.7);
}

function style(color: string, iconScale: number, labelScale: number): string {
  const fill = `55${color.slice(2)}`;
  return [
    `<IconStyle><color>${color}</color><scale>${iconScale}</scale></IconStyle>`,
    `<LabelStyle><scale>${labelScale}</scale></LabelStyle>`,
    `<LineStyle><color>${color}</color><width>2</width></LineStyle>`,
    `<PolyStyle><color>${fill}</color></PolyStyle>`,
  ].join("");
}

import { argumentOfArea, boxOfRings, findAreas, loadAreas, similarAreas } from "@emberline/areas";
import type { Box } from "@emberline/geo";
import { quoted } from "../values/text.ts";

/**
 * The box of a named area, for settings of an operator.
 *
 * @throws {Error} when no single area has the name: a sentence without full stop, with the nearest
 */
export async function boxOfArea(name: string): Promise<Box> {
  const areas = await loadAreas();
  const { best, others } = findAreas(areas, name);
  if (best) return boxOfRings(areas.polygons(best.index));
  const nearest = others.length > 0 ? others.slice(0, 3) : similarAreas(areas, name, 3);
  const listed = nearest.map((each) => JSON.stringify(argumentOfArea(areas, each))).join(" or ");
  const fault = others.length > 0 ? "is the name of several areas" : "is not the name of an area";
  throw new Error(`${quoted(name, 60)} ${fault}${listed && `: give ${listed}`}`);
}

import {
  type AreaRecord,
  type Areas,
  argumentOfArea,
  boxOfRings,
  findAreas,
  kindWord,
  labelOfArea,
  loadAreas,
  similarAreas,
  sourceOf,
} from "@emberline/areas";
import type { Box, Geometry } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { candidatesFrom, invalidInput, ToolError } from "../call/tool-error.ts";
import { quoted } from "../values/text.ts";

/** An area as a service selects it. */
interface ServedArea {
  readonly name: string;
  readonly edition: string;
}

/** An area found by name, with what answers state about it. */
export interface NamedArea {
  /** Its name and the areas that contain it. */
  readonly label: string;
  /** Its kind, in words. */
  readonly kind: string;
  /** On the WGS 84 ellipsoid. */
  readonly km2: number;
  /** The source of its border, and the border's error. */
  readonly source: string;
  /** Other areas of that name, which were not chosen. */
  readonly others: readonly string[];
  readonly bbox: Box;
  /** The name by which a service finds it, and the edition of names and borders; null if none. */
  served(): ServedArea | null;
  intersects(geometry: Geometry): boolean;
}

const maxListed = 6;

/**
 * The area that a name means.
 *
 * @throws {ToolError} when several areas have the name (`invalid_input`), listing them, or none has
 *   (`not_found`), with the nearest spellings
 */
export async function resolveNamedArea(text: string, pause: Pause): Promise<NamedArea> {
  const areas = await loadAreas();
  // The first run of each step may take tens of milliseconds, so other work gets turns in between.
  await pause();
  const { best, others } = findAreas(areas, text);
  if (best === null)
    throw others.length > 0 ? ambiguous(areas, text, others) : unknown(areas, text);
  await pause();
  const polygons = areas.polygons(best.index);
  await pause();
  const outline = areas.outline(best.index, polygons);
  return {
    label: labelOfArea(areas, best),
    kind: kindWord(best.kind),
    km2: best.km2,
    source: sourceOf(best.kind),
    // People do not mean a county by the name of a state.
    others: others
      .filter(({ kind }) => kind !== "county" || best.kind === "county")
      .slice(0, 3)
      .map((each) => argumentOfArea(areas, each)),
    bbox: boxOfRings(polygons),
    served() {
      const name = argumentOfArea(areas, best);
      const isSame = findAreas(areas, name).best?.index === best.index;
      return isSame ? { name, edition: areas.edition } : null;
    },
    intersects: (geometry) => outline.meets(geometry),
  };
}

/** The value of `within` for an area of exactly this name; null if no area has it. */
export async function areaNamed(text: string): Promise<string | null> {
  const areas = await loadAreas();
  const { best, others } = findAreas(areas, text);
  const area = best ?? others[0];
  return area ? argumentOfArea(areas, area) : null;
}

function ambiguous(areas: Areas, text: string, found: readonly AreaRecord[]): ToolError {
  const options = found.slice(0, maxListed).map((each) => {
    const value = argumentOfArea(areas, each);
    return { value, label: `${value} (${kindWord(each.kind)})` };
  });
  const listed = options.map(
    ({ value }, i) => `${JSON.stringify(value)} (${kindWord(found[i]!.kind)})`,
  );
  const more = found.length > maxListed ? `, or one of ${found.length - maxListed} more` : "";
  return invalidInput(
    `within: ${quoted(text, 60)} is the name of several areas: give ${listed.join(" or ")}${more}.`,
    { argument: "within", question: `Which area is meant by ${quoted(text, 60)}?`, options },
  );
}

function unknown(areas: Areas, text: string): ToolError {
  const similar = similarAreas(areas, text, 3).map((each) => argumentOfArea(areas, each));
  const listed = similar.map((each) => JSON.stringify(each)).join(" or ");
  const meant = similar.length > 0 ? `: did you mean ${listed}` : "";
  const end = similar.length > 0 ? "?" : ".";
  return new ToolError(
    "not_found",
    `within: no country, state, county of the USA, island, range or park named ${quoted(text, 60)} is known${meant}${end} For a town give near with radius_km, for the area of a feature "collection/featureId".`,
    { fault: { argument: "within", candidates: candidatesFrom(similar) } },
  );
}

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

import {
  type AreaRecord,
  type Areas,
  argumentOfArea,
  boxOfRings,
  type FoundAreas,
  findAreas,
  findEachArea,
  kindWord,
  labelOfArea,
  loadAreas,
  similarAreas,
  sourceOf,
} from "@emberline/areas";
import type { Box, Geometry } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { candidatesFrom, invalidInput, ToolError } from "../call/tool-error.ts";
import { offer, quoted } from "../values/text.ts";

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
  /** On the WGS 84 ellipsoid; absent for several areas that may overlap. */
  readonly km2?: number;
  /** The source of its border, and the border's error; first who defines a group of areas. */
  readonly source: string;
  /** Of a group of areas: the names of those that it is made of. */
  readonly members?: readonly string[];
  /** Other areas of that name, which were not chosen. */
  readonly others: readonly string[];
  readonly bbox: Box;
  /** The name by which a service finds it, and the edition of names and borders; null if none. */
  served(): ServedArea | null;
  intersects(geometry: Geometry): boolean;
}

const maxListed = 6;

/**
 * The areas that names mean; a name of several areas is the one beside the others.
 *
 * @param asked all that `within` lists, which a correction of one name has to repeat
 * @throws {ToolError} when several areas have a name (`invalid_input`), listing them, or none has
 *   (`not_found`), with the nearest spellings
 */
export async function resolveNamedAreas(
  texts: readonly string[],
  pause: Pause,
  asked: readonly string[] = texts,
): Promise<NamedArea[]> {
  const areas = await loadAreas();
  // The first run of each step may take tens of milliseconds, so other work gets turns in between.
  await pause();
  const named: NamedArea[] = [];
  for (const [i, found] of findEachArea(areas, texts).entries())
    named.push(await namedArea(areas, texts[i]!, found, pause, asked));
  return named;
}

async function namedArea(
  areas: Areas,
  text: string,
  { best, others }: FoundAreas,
  pause: Pause,
  asked: readonly string[],
): Promise<NamedArea> {
  const whole = (value: string) => asked.map((each) => (each === text ? value : each)).join("; ");
  if (best === null)
    throw others.length > 0 ? ambiguous(areas, text, others, whole) : unknown(areas, text, whole);
  await pause();
  const polygons = areas.polygons(best.index);
  await pause();
  const outline = areas.outline(best.index, polygons);
  const group = areas.group(best.index);
  const border = sourceOf(best.kind);
  return {
    label: labelOfArea(areas, best),
    kind: kindWord(best.kind),
    km2: best.km2,
    source: group ? `${group.definition}; ${border}` : border,
    ...(group && { members: group.members }),
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

/** The value of `within` with one name corrected. */
type Whole = (corrected: string) => string;

function ambiguous(
  areas: Areas,
  text: string,
  found: readonly AreaRecord[],
  whole: Whole,
): ToolError {
  const options = found.slice(0, maxListed).map((each) => {
    const name = argumentOfArea(areas, each);
    return { value: whole(name), label: `${name} (${kindWord(each.kind)})` };
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

function unknown(areas: Areas, text: string, whole: Whole): ToolError {
  const several = severalAreas(areas, text);
  if (several !== null)
    return invalidInput(
      `within: ${quoted(text, 60)} names several areas, which are separated by ";". ${offer({ within: whole(several) })}`,
      { argument: "within", candidates: candidatesFrom([whole(several)]) },
    );
  const similar = similarAreas(areas, text, 3).map((each) => whole(argumentOfArea(areas, each)));
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
 * Several areas joined by words, or those of one kind by commas, as `within` takes them; null for
 * anything else, such as a state with another country.
 */
function severalAreas(areas: Areas, text: string): string | null {
  const parts = text.split(/\s*(?:[,&+]|\b(?:and|y|e|et|und)\b)\s*/i).filter(Boolean);
  if (parts.length < 2) return null;
  const found = findEachArea(areas, parts).map(({ best }) => best);
  const kinds = new Set(found.map((each) => each?.kind));
  if (kinds.has(undefined) || (text.includes(",") && kinds.size > 1)) return null;
  return found.map((each) => argumentOfArea(areas, each!)).join("; ");
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

import {
  type AreaRecord,
  type Areas,
  argumentOfArea,
  boxOfRings,
  findAreas,
  findEachArea,
  kindWord,
  labelOfArea,
  loadAreas,
  longerNames,
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
  const found = texts.map((text, i) => ({ text, ...findEachArea(areas, texts)[i]! }));
  const wrong = found.filter(({ best }) => best === null);
  if (wrong.length > 0) throw wrongNames(areas, wrong, asked);
  const named: NamedArea[] = [];
  for (const { best, others } of found) named.push(await namedArea(areas, best!, others, pause));
  return named;
}

async function namedArea(
  areas: Areas,
  best: AreaRecord,
  others: readonly AreaRecord[],
  pause: Pause,
): Promise<NamedArea> {
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

/** A text that no single area has as its name, with the areas that it may mean. */
interface WrongName {
  readonly text: string;
  readonly others: readonly AreaRecord[];
}

function wrongNames(
  areas: Areas,
  wrong: readonly WrongName[],
  asked: readonly string[],
): ToolError {
  const corrected = (values: ReadonlyMap<string, string>) =>
    asked.map((each) => values.get(each) ?? each).join("; ");
  const [{ text, others }, ...rest] = wrong as [WrongName, ...WrongName[]];
  if (rest.length === 0) {
    const whole = (value: string) => corrected(new Map([[text, value]]));
    return others.length > 0 ? ambiguous(areas, text, others, whole) : unknown(areas, text, whole);
  }
  const meant = new Map<string, string>();
  const faults = wrong.map(({ text, others }) => {
    const args = others.slice(0, maxListed).map((each) => quoted(argumentOfArea(areas, each), 80));
    if (args.length > 0) return `${quoted(text, 60)} may be ${args.join(" or ")}`;
    const [similar] = similarAreas(areas, text, 1);
    const value = severalAreas(areas, text) ?? (similar && argumentOfArea(areas, similar));
    if (value !== undefined) meant.set(text, value);
    return `no area named ${quoted(text, 60)} is known`;
  });
  const offered = meant.size === wrong.length ? [corrected(meant)] : [];
  const end = offered.map((within) => ` ${offer({ within })}`).join("");
  const isClear = wrong.every(({ others }) => others.length > 0);
  return new ToolError(
    isClear ? "invalid_input" : "not_found",
    `within: ${faults.join("; ")}.${end}`,
    { fault: { argument: "within", candidates: candidatesFrom(offered) } },
  );
}

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
  // "Macedonia, Greece" is a part of Greece rather than two countries.
  const isPart = text.includes(",") && longerNames(areas, text).length > 0;
  const several = isPart ? null : severalAreas(areas, text);
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

/** What people write between areas, apart from semicolons, in five languages. */
const joints = /(\s*[,&+]\s*|\s+(?:and|or|y|o|e|ou|et|und|oder)\s+)/i;
const maxJoined = 8;

/**
 * Several areas joined by words or commas, as `within` takes them; null for anything else. What a
 * comma joins is of one kind, or cannot be what holds the area in front of it, as a country can.
 */
function severalAreas(areas: Areas, text: string): string | null {
  const pieces = text.split(joints);
  if (pieces.length < 3 || pieces.length > 2 * maxJoined) return null;
  const parts = partsOf(areas, pieces);
  const found =
    parts &&
    findEachArea(
      areas,
      parts.map(({ name }) => name),
    );
  if (!found || found.length < 2) return null;
  const listed = found.flatMap(({ best }) => best ?? []);
  const isHolder = ({ kind }: AreaRecord) => kind === "country" || kind.endsWith("region");
  const areApart = listed.every((area, i) => {
    const isByComma = parts[i]!.joint.trim() === ",";
    return !isByComma || area.kind === listed[i - 1]!.kind || !isHolder(area);
  });
  if (listed.length < found.length || !areApart) return null;
  return listed.map((each) => argumentOfArea(areas, each)).join("; ");
}

/** Names, each with what joins it to the one before; the longest, since some contain "and". */
function partsOf(
  areas: Areas,
  [first = "", ...rest]: readonly string[],
  joint = "",
): { readonly name: string; readonly joint: string }[] | null {
  for (let count = rest.length; count >= 0; count -= 2) {
    const name = [first, ...rest.slice(0, count)].join("").trim();
    const found = findAreas(areas, name);
    if (found.best === null && found.others.length === 0) continue;
    if (count === rest.length) return [{ name, joint }];
    const [next = "", ...after] = rest.slice(count);
    const others = partsOf(areas, after, next);
    if (others) return [{ name, joint }, ...others];
  }
  return null;
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

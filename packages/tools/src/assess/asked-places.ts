import { isEmberlineError } from "@emberline/core";
import type { Geometry } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { candidatesFrom, invalidInput, ToolError } from "../call/tool-error.ts";
import { type CollectionInfo, collectionInfo } from "../collection/collection-info.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { resolvePlace } from "../places/resolve-place.ts";
import { readAll } from "../reading/read-all.ts";
import { isComplete, type Tally, tallyNotices } from "../reading/tally.ts";
import { resolveArea } from "../selection/area.ts";
import type { SelectionInput } from "../selection/parameters.ts";
import { placesIn } from "../selection/place-list.ts";
import { parsePosition } from "../selection/position.ts";
import { resolveSelection } from "../selection/selection.ts";
import { idOf } from "../values/own-property.ts";
import { cleanText, named, offer, quoted } from "../values/text.ts";

/** A place of a portfolio. */
export interface AskedPlace {
  readonly name: string;
  readonly geometry: Geometry;
}

/** The places of a call that asks for several. */
export interface AskedPlaces {
  readonly places: readonly AskedPlace[];
  /** What was asked and has no row of its own, and what could not be read. */
  readonly notices: readonly string[];
  /** Whether every place asked has a row, or is the same as another. */
  readonly isWhole: boolean;
  /** Of the places' names. */
  readonly source: string | null;
  /** The collection that they are of. */
  readonly collection: CollectionInfo | null;
}

type Input = Partial<
  Pick<SelectionInput, "near" | "bbox" | "within" | "lon" | "lat" | "fire" | "radius_km">
>;

const maxPlaces = 100;
/** Each is measured to every outline near it. */
const maxAssets = 5000;
/** The operator's geocoder takes a second for each. */
const maxGeocoded = 10;

/**
 * The places of a call whose `near` is several places or a collection of them; null if it is
 * neither.
 *
 * @throws {ToolError} when there are too many, none is known, or another area is given too
 *   (`invalid_input`)
 */
export async function resolvePlaces(
  input: Input,
  context: ToolContext,
): Promise<AskedPlaces | null> {
  const { near } = input;
  if (near === undefined) return null;
  checkWholeNumbers(near);
  const collection = await collectionNamed(near, context);
  const texts = collection ? [] : placesIn(near);
  if (!collection && texts.length < 2) return null;
  const others = collection ? (["lon", "lat", "fire"] as const) : otherAreas;
  const other = others.find((name) => input[name] !== undefined);
  if (other) throw invalidInput(`near has several places: leave ${other} out.`, other);
  return collection ? placesOf(collection, input, context) : placesNamed(texts, context);
}

/** @throws {ToolError} when commas may be in or between the numbers of two positions */
function checkWholeNumbers(near: string): void {
  const whole = /^\s*(\d+),\s*(\d+)\s*;\s*(\d+),\s*(\d+)\s*$/.exec(near);
  if (!whole) return;
  const [, a, b, c, d] = whole;
  const candidates = [`${a}.${b},${c}.${d}`, `${a}.0,${b}.0; ${c}.0,${d}.0`];
  throw invalidInput(
    `near ${quoted(near, 60)} may be one position or two: a comma may be in or between its numbers. ${offer(candidates.map((each) => ({ near: each })))}`,
    { argument: "near", candidates: candidatesFrom(candidates) },
  );
}

const otherAreas = ["bbox", "within", "lon", "lat", "fire"] as const;

/** The collection whose id `near` is; ids of places have no colon without a space after it. */
async function collectionNamed(near: string, context: ToolContext): Promise<CollectionInfo | null> {
  const id = near.trim();
  if (!/^[a-z][\w-]*:[\w:.-]+$/i.test(id)) return null;
  try {
    return await collectionInfo(id, context);
  } catch (error) {
    const isUnknown = error instanceof ToolError || isEmberlineError(error);
    if (!isUnknown) throw error;
    throw invalidInput(
      `near: there is no collection ${quoted(id, 100)}: give places, or a collection of assets that list_collections has.`,
      "near",
    );
  }
}

/** All features of a collection, or those in `bbox` or `within`. */
async function placesOf(
  collection: CollectionInfo,
  { bbox, within }: Input,
  context: ToolContext,
): Promise<AskedPlaces> {
  const area = await resolveArea({ bbox, within }, context);
  const selection = await resolveSelection({ collection: collection.id }, context, {
    area,
    latestPerFire: false,
  });
  const places: AskedPlace[] = [];
  let withoutPlace = 0;
  const tally = await readAll(selection, context, ({ feature }) => {
    const { geometry, properties } = feature;
    if (!geometry || !representativePoint(geometry)) withoutPlace++;
    else if (places.length <= maxAssets) {
      const name = properties?.name;
      const text = typeof name === "string" && name.trim() !== "" ? name : (idOf(feature) ?? "");
      places.push({ name: cleanText(text, 60), geometry });
    }
  });
  if (places.length > maxAssets)
    throw invalidInput(
      `near: ${named(collection.id)} has more than ${maxAssets} features: select some of them by bbox or within.`,
      "near",
    );
  if (places.length === 0)
    throw new ToolError(
      "not_found",
      `near: ${named(collection.id)} has no feature with a location${area ? " in that area" : ""}.`,
      { fault: { argument: "near" } },
    );
  return {
    places,
    notices: [
      withoutPlace > 0 ? `${withoutPlace} features of it have no location, so no row.` : null,
      ...tallyNotices(tally),
      ...collection.notices,
    ].filter((notice) => notice !== null),
    isWhole: withoutPlace === 0 && isRead(tally),
    source: null,
    collection,
  };
}

function isRead(tally: Tally): boolean {
  return isComplete(tally) && tally.noLocation === 0;
}

/** A place that has no row. */
interface Unresolved {
  readonly text: string;
  readonly error: ToolError;
}

async function placesNamed(texts: readonly string[], context: ToolContext): Promise<AskedPlaces> {
  if (texts.length > maxPlaces)
    throw invalidInput(
      `near: at most ${maxPlaces} places in a call, not ${texts.length}: send the others in another call.`,
      "near",
    );
  const places = new Map<string, AskedPlace>();
  const unresolved: Unresolved[] = [];
  const equal: string[] = [];
  let source: string | null = null;
  for (const text of texts) {
    const { geocoder, ...offline } = context;
    const isGeocoded = geocoder && unresolved.length + places.size < maxGeocoded;
    try {
      const position = parsePosition(text);
      const place = position ? null : await resolvePlace(text, isGeocoded ? context : offline);
      const center = position ?? place!.center;
      source ??= place?.source ?? null;
      const key = center.map((degrees) => degrees.toFixed(6)).join();
      const known = places.get(key);
      const name = place?.label ?? `${center[1]},${center[0]}`;
      if (known) equal.push(sameText(text, known));
      else places.set(key, { name, geometry: { type: "Point", coordinates: [...center] } });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      unresolved.push({ text, error });
    }
    const pausing = context.pause();
    if (pausing) await pausing;
  }
  const told = unresolvedNotices(unresolved);
  const [first] = unresolved;
  if (places.size === 0 && first)
    throw new ToolError(
      first.error.code,
      `near: none of ${texts.length} places is known. ${told.join(" ")}`,
      {
        fault: { argument: "near" },
      },
    );
  return {
    places: [...places.values()],
    notices: [
      ...told,
      ...(equal.length > 0 ? [`The same place, with one row: ${equal.join("; ")}.`] : []),
    ],
    isWhole: unresolved.length === 0,
    source,
    collection: null,
  };
}

function sameText(text: string, { name }: AskedPlace): string {
  return text === name ? quoted(text, 60) : `${quoted(text, 60)} is ${quoted(name, 80)}`;
}

/** Of more places without a row, only the names are told. */
const maxExplained = 8;
const maxOptions = 3;

/** Which places have no row, by why. */
function unresolvedNotices(unresolved: readonly Unresolved[]): string[] {
  const isExplained = unresolved.length <= maxExplained;
  const optionsOf = ({ error }: Unresolved) =>
    error.choice?.options.map(({ value }) => value) ??
    error.fault?.candidates?.map(({ value }) => String(value)) ??
    [];
  const told = (each: Unresolved) => {
    const options = isExplained ? optionsOf(each).slice(0, maxOptions) : [];
    const meant =
      options.length === 0 ? "" : ` (${options.map((one) => quoted(one, 80)).join(" or ")}?)`;
    return `${quoted(each.text, 60)}${meant}`;
  };
  const groups: [start: string, (each: Unresolved) => boolean][] = [
    ["Not found, so without a row", ({ error }) => error.code === "not_found"],
    [
      "May be several places, so without a row",
      ({ error }) => error.code !== "not_found" && error.choice !== undefined,
    ],
    [
      "Not one place, so without a row",
      ({ error }) => error.code !== "not_found" && error.choice === undefined,
    ],
  ];
  return groups.flatMap(([start, holds]) => {
    const found = unresolved.filter(holds);
    return found.length === 0 ? [] : `${start}: ${found.map(told).join("; ")}.`;
  });
}

import { boxAround } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { boxOf, type Fire } from "../collection/fire.ts";
import { anyOf } from "../collection/fire-name.ts";
import { FireTime } from "../collection/fire-time.ts";
import type { ResolvedFire, TimeWindow } from "../collection/resolve-fire.ts";
import { Outline } from "../geometry/outline.ts";
import { offer } from "../values/text.ts";
import { findFire, type NamedFire } from "./fire-scope.ts";

/** Each costs one or two requests. */
const maxFires = 10;

/**
 * The fire that a text names, or several between semicolons as one.
 *
 * @throws {ToolError} when one of them is not one fire (`invalid_input`, `not_found`)
 */
export async function findEachFire(
  { fire: text, ...point }: NamedFire,
  collection: CollectionInfo | null,
  window: TimeWindow | null,
  context: ToolContext,
): Promise<ResolvedFire> {
  const given = text.split(";").map((each) => each.trim());
  const names = [...new Set(given)].filter((each) => each !== "");
  if (names.length === 0) names.push(text);
  if (names.length > maxFires)
    throw invalidInput(`fire: at most ${maxFires} fires in a call, not ${names.length}.`, "fire");
  const found: ResolvedFire[] = [];
  for (const fire of names) {
    const next = await findFire({ ...point, fire }, collection, window, context).catch(
      (error: unknown) => {
        throw inList(error, fire, names);
      },
    );
    if (!found.some((each) => each.fire.id === next.fire.id && each.fire.name === next.fire.name))
      found.push(next);
  }
  const [first, ...others] = found;
  if (others.length === 0) return first!;
  return {
    fire: together(found.map(({ fire }) => fire)),
    notices: found.flatMap(({ notices }) => notices),
  };
}

/** The error about one fire of a list: candidates are given as the whole list. */
function inList(error: unknown, wrong: string, names: readonly string[]): unknown {
  if (!(error instanceof ToolError) || names.length === 1) return error;
  const { code, message, fault, choice } = error;
  // Places that near may mean are no fires.
  if (fault?.argument !== "fire") return error;
  const whole = <Each extends { readonly value: unknown }>(each: Each) => ({
    ...each,
    value: names.map((name) => (name === wrong ? String(each.value) : name)).join("; "),
  });
  const candidates = fault?.candidates?.map(whole) ?? [];
  const [first] = candidates;
  const offered = first ? ` In the list: ${offer({ fire: first.value })}` : "";
  return new ToolError(code, `${message}${offered}`, {
    ...(fault && { fault: { ...fault, candidates } }),
    ...(choice && { choice: { ...choice, options: choice.options.map(whole) } }),
  });
}

function together(fires: readonly Fire[]): Fire {
  const joined = (texts: readonly (string | number | null)[]) => texts.join("; ");
  const [{ collection, state, year }] = fires as [Fire];
  const filters = fires.map(({ query }) => query.filter).filter((each) => each !== undefined);
  const filter = filters.length === fires.length ? anyOf(filters) : null;
  const perimeters = fires.map(({ perimeter }) => perimeter);
  const geometry = {
    type: "GeometryCollection" as const,
    geometries: perimeters.map((each) => each.geometry),
  };
  const known = <Value>(values: readonly (Value | null)[]) =>
    values.filter((each) => each !== null);
  const firsts = known(fires.map(({ firstMs }) => firstMs)).sort((a, b) => a - b);
  const lasts = known(fires.map(({ lastMs }) => lastMs)).sort((a, b) => a - b);
  return {
    parts: fires,
    name: joined(fires.map(({ name, id }) => name ?? id)),
    nameKeys: fires.flatMap(({ nameKeys }) => nameKeys),
    id: joined(fires.map(({ id, name }) => id ?? name)),
    state: fires.every((each) => each.state === state) ? state : null,
    year: fires.every((each) => each.year === year) ? year : null,
    firstMs: firsts[0] ?? null,
    lastMs: lasts.at(-1) ?? null,
    time: new FireTime(),
    collection,
    perimeter: {
      id: joined(perimeters.map(({ id }) => id)),
      time: joined(perimeters.map(({ time }) => time)),
      timeMs: null,
      areaKm2: null,
      containment: null,
      properties: null,
      stated: {},
      outline: new Outline(geometry),
      geometry,
    },
    query: filter ? { filter } : { bbox: boxAround(fires.map(boxOf)) },
    accepts: (feature) => fires.some((each) => each.accepts(feature)),
  };
}

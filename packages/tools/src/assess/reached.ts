import { type BooleanExpression, build } from "@emberline/cql2";
import { boxCenter, flatBox, parseTimeMs, printInstant } from "@emberline/geo";
import { type Section, withoutEmptyColumns } from "../answer/sections.ts";
import type { ToolContext } from "../call/context.ts";
import { unlessRefused } from "../call/if-answered.ts";
import { rolesOf } from "../collection/collection-info.ts";
import { readAll } from "../reading/read-all.ts";
import { circleAround } from "../selection/area.ts";
import { filterOf } from "../selection/filter.ts";
import { resolveSelection, type Selection, windowOf } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { satelliteName } from "../values/source-codes.ts";
import { cleanText } from "../values/text.ts";
import type { Question } from "./question.ts";

/** Half of a swath: a pass that saw a detection this near may have seen the place as well. */
const reachKm = 1500;

/** Searched before the end of the time asked, in turn, each without the satellites found so far. */
const windowsHours = [3, 24, 72] as const;
const hourMs = 3_600_000;

/** What the table means, or that it has nothing. */
export function reachedNotice(reached: Reached | null): string | null {
  if (reached === null) return null;
  return reached.size > 0
    ? `data_reached_us_until is the newest detection of each satellite within ${reachKm} km, not an observation of this place.`
    : `No detection within ${reachKm} km in the ${windowsHours[2]} h before the end of the time asked: nothing shows that data of this region reached us.`;
}

/** By satellite, its newest detection within reach of the place's centre; null without any name. */
export type Reached = ReadonlyMap<string | null, string>;

/** Null if it could not be read completely. */
export async function readReached(
  { area, interval }: Question,
  { collection }: Selection,
  context: ToolContext,
): Promise<Reached | null> {
  // A plan lists what an answer needs.
  if (context.onSelection) return null;
  const newest = new Map<string | null, string>();
  const codes = new Set<string>();
  const center = area.kind === "circle" ? area.center : boxCenter(flatBox(area.bbox));
  const circle = circleAround(center, reachKm);
  let untilMs = Math.min(windowOf(interval).endMs, context.now());
  const endMs = untilMs;
  for (const hours of windowsHours) {
    const fromMs = endMs - hours * hourMs;
    const time = `${printInstant(fromMs)}/${printInstant(untilMs)}`;
    const all = await resolveSelection({ collection: collection.id, time }, context, {
      area: circle,
    });
    const read = (selection: Selection) =>
      readAll(selection, context, ({ feature: { properties } }) => {
        const roles = rolesOf(properties, collection);
        const satellite = ownProperty(properties, roles.satellite);
        const code = typeof satellite === "string" ? satellite : null;
        if (code !== null) codes.add(code);
        // Sources spell one satellite in several ways.
        const name = satelliteName(code, ownProperty(properties, "instrument")) ?? code;
        const at = timeOf(properties, roles);
        const known = newest.get(name);
        if (at !== null && (known === undefined || parseTimeMs(at)! > parseTimeMs(known)!))
          newest.set(name, at);
      });
    const fewer = await withoutSatellites(all, [...codes], context);
    const tally = (await unlessRefused(read(fewer))) ?? (await read(all));
    if (tally.stop) return null;
    untilMs = fromMs - 1;
  }
  return newest;
}

/** Leaves out the satellites at the service, if it knows their property. */
async function withoutSatellites(
  selection: Selection,
  satellites: readonly string[],
  { pause }: ToolContext,
): Promise<Selection> {
  const { queryables, roles } = selection.collection;
  const [name, ...others] = roles.satellite ?? [];
  const types = queryables?.filter(({ id }) => id === name).map(({ type }) => type) ?? [];
  const isText = types.length === 1 && types[0] === "string" && others.length === 0;
  if (!isText || name === undefined || satellites.length === 0) return selection;
  const property = build.property(name);
  const tree: BooleanExpression = build.or(
    build.isNull(property),
    build.not(build.in(property, satellites)),
  );
  const filter = await filterOf(tree, null, pause);
  return { ...selection, filter, query: { ...selection.query, filter: tree } };
}

/** Newest first. */
export function reachedTable(reached: Reached | null): Section {
  const newestFirst = [...(reached ?? [])].sort(
    ([, a], [, b]) => parseTimeMs(b)! - parseTimeMs(a)!,
  );
  const rows = newestFirst.map(([satellite, time]) => [
    satellite && cleanText(satellite, 40),
    cleanText(time, 40),
  ]);
  return withoutEmptyColumns({ columns: ["satellite", "data_reached_us_until"], rows });
}

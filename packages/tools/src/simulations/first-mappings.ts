import { type AggregateQuery, isEmberlineError, type Simulation } from "@emberline/core";
import { type BooleanExpression, build } from "@emberline/cql2";
import { flatBox } from "@emberline/geo";
import type { Rows } from "../answer/layout.ts";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { namesakeKm } from "../collection/fire.ts";
import { anyOf, idFilter, nameFilter, nameKey } from "../collection/fire-name.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { isPlaced } from "../collection/simulation-features.ts";
import { widenBox } from "../geometry/box.ts";
import { type List, mappingColumn } from "./resolve-list.ts";

/** Fires of the first rows: each makes the request longer. */
const maxFires = 5;

/** The day, UTC, of each simulation's fire's first mapping; those of unknown fires are not in it. */
export type FirstMappings = ReadonlyMap<Simulation, string>;

/**
 * Of a named fire it is known; of others a service that counts is asked twice, so that no outline
 * is read. Empty where it does not answer.
 */
export async function firstMappings(
  simulations: readonly Simulation[],
  { fire, isMappingShown }: Pick<List, "fire" | "isMappingShown">,
  context: ToolContext,
): Promise<FirstMappings> {
  const firstMs = fire?.found?.firstMs ?? null;
  if (!isMappingShown) return new Map();
  if (fire)
    return new Map(firstMs === null ? [] : simulations.map((each) => [each, dayOf(firstMs)]));
  try {
    return await ofNamedFires(simulations, context);
  } catch (error) {
    if (context.signal.aborted || !isEmberlineError(error)) throw error;
    return new Map();
  }
}

/** The table with the mappings, if any is known, or columns are asked for. */
export function withFirstMappings(
  { columns, rows }: Rows,
  simulations: readonly Simulation[],
  mappings: FirstMappings,
  { shown, isMappingShown }: Pick<List, "shown" | "isMappingShown">,
): Rows {
  if (!isMappingShown || (mappings.size === 0 && !shown)) return { columns, rows };
  return {
    columns: [...columns, mappingColumn],
    rows: rows.map((row, i) => [...row, mappings.get(simulations[i]!) ?? null]),
  };
}

/** What the column does not tell; null if all is plain. */
export function mappingNotice(
  simulations: readonly Simulation[],
  mappings: FirstMappings,
): string | null {
  if (mappings.size === 0) return null;
  const isLater = simulations.some((each) => (mappings.get(each) ?? "") > each.createdAt);
  const isUnknown = simulations.some((each) => each.fireName != null && !mappings.has(each));
  const said = [
    isUnknown ? `is of the first ${maxFires} fires at most` : "",
    isLater ? "after created_at: it may be another fire of that name" : "",
  ].filter((each) => each !== "");
  return said.length === 0 ? null : `fire_first_mapped ${said.join("; ")}.`;
}

/** What the simulations of one fire have in common. */
const keyOf = ({ fireName, clusterId }: Simulation) =>
  fireName == null ? null : JSON.stringify([nameKey(fireName), clusterId ?? null]);

async function ofNamedFires(
  simulations: readonly Simulation[],
  context: ToolContext,
): Promise<FirstMappings> {
  const byKey = new Map<string, Simulation>();
  for (const each of simulations) {
    const key = keyOf(each);
    if (key !== null && isPlaced(each) && byKey.size < maxFires && !byKey.has(key))
      byKey.set(key, each);
  }
  const info = byKey.size === 0 ? null : await layerCollection("perimeters", context);
  const [id] = info?.roles.fire ?? [];
  const [name] = info?.roles.fire_name ?? [];
  if (!info || id === undefined || name === undefined) return new Map();
  const pairs = await grouped(
    info,
    anyOf([...byKey.values()].flatMap((each) => filterOf(each, info) ?? [])),
    [id, name].map((property) => `property:${property}`),
    context,
  );
  const idsOf = (simulation: Simulation) => {
    const { fireName, clusterId } = simulation;
    const own = pairs.filter(([fire]) => String(fire) === clusterId);
    const named = pairs.filter(([, each]) => nameKey(String(each)) === nameKey(fireName ?? ""));
    return new Set((own.length > 0 ? own : named).map(([fire]) => fire));
  };
  const only = new Map<string, string | number>();
  for (const [key, simulation] of byKey) {
    const [fire, other] = idsOf(simulation);
    // Of two fires of the name nobody can tell whose simulation it is.
    if (other === undefined && (typeof fire === "string" || typeof fire === "number"))
      only.set(key, fire);
  }
  const filter = only.size === 0 ? null : idFilter([...new Set(only.values())], info);
  const days = new Map<unknown, string>();
  for (const [fire, day] of await grouped(info, filter, [`property:${id}`, "day"], context)) {
    const known = days.get(fire);
    if (typeof day === "string" && (known === undefined || day < known)) days.set(fire, day);
  }
  return new Map(
    simulations.flatMap((each) => {
      const day = days.get(only.get(keyOf(each) ?? ""));
      return day === undefined ? [] : [[each, day] as const];
    }),
  );
}

/** Perimeters of its fire's id, and those of its name near it. */
function filterOf(
  { fireName, clusterId, longitude, latitude }: Simulation,
  info: CollectionInfo,
): BooleanExpression | null {
  const geometry = info.queryables?.find(({ type }) => type === "geometry")?.id;
  const named = nameFilter(nameKey(fireName ?? ""), info, "accenti");
  const box = widenBox([longitude, latitude, longitude, latitude], namesakeKm);
  const near =
    geometry === undefined || named === null
      ? null
      : build.and(named, build.sIntersects(build.property(geometry), { bbox: flatBox(box) }));
  const own = clusterId == null ? null : idFilter([clusterId], info);
  return anyOf([own, near].filter((each) => each !== null));
}

/** The keys of groups that a service has counted; none if it does not count. */
async function grouped(
  { id }: CollectionInfo,
  filter: BooleanExpression | null,
  groupBy: NonNullable<AggregateQuery["groupBy"]>,
  { client, softDeadline, pause }: ToolContext,
): Promise<(readonly unknown[])[]> {
  const options = { signal: softDeadline, pause };
  const isOffered = await client.aggregates?.isOffered(id, { ...options, parts: ["post"] });
  if (!client.aggregates || !isOffered || filter === null) return [];
  const found = await client.aggregates.get(id, { groupBy, filter, ...options });
  return (found.groups ?? []).map(({ key }) => key);
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

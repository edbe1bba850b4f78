import { type JsonObject, recordsOf, textOf } from "@emberline/map-app/answer/json";
import { isoDay } from "@emberline/map-app/answer/words";
import { type Api, tryCall } from "../server/api.ts";
import type { DataStatus } from "../server/status.ts";

/** What the loaded data can be asked about; null where nothing was found. */
export interface Survey {
  readonly hotspots: Dated | null;
  /** The largest town near the largest cluster of the newest week. */
  readonly place: {
    readonly name: string;
    readonly region: string;
    readonly country: string;
  } | null;
  /** One of the largest fires of the newest days with perimeters. */
  readonly fire: Dated | null;
  readonly hasSimulations: boolean;
  /** Whether detections have a power to sort by. */
  readonly hasPower: boolean | null;
}

/** A collection or fire, and when the newest of its features is of, in ms since 1970. */
interface Dated {
  readonly id: string;
  readonly newestMs: number;
}

/** The days up to the newest perimeter of whose fires a question is about one. */
export const fireDays = 31;

/** How far from the cluster a town may be that a question is about. */
const maxTownKm = 60;

/**
 * Finds by a few quick calls what examples can ask about.
 *
 * @param onFound called with each part as soon as it is known
 */
export async function survey(
  api: Api,
  data: DataStatus | null,
  onFound: (part: Partial<Survey>) => void,
): Promise<void> {
  const call: CallTool = (tool, args) => tryCall(api, tool, args);
  const hotspots = ofLayer("hotspots", data);
  const perimeters = ofLayer("perimeters", data);
  onFound({ hotspots });
  const week = hotspots && { collection: hotspots.id, time: daysUpTo(hotspots.newestMs, 7) };
  const tell = async <Name extends keyof Survey>(
    name: Name,
    found: Promise<Survey[Name]> | Survey[Name],
  ) => onFound({ [name]: await found });
  const hasAny = async (tool: string, args: JsonObject) =>
    Number((await call(tool, args)).matched) > 0;
  await Promise.all([
    tell("place", week && placeOf(week, call)),
    tell("fire", perimeters && fireOf(perimeters, call)),
    tell("hasSimulations", hasAny("list_simulations", { limit: 1 })),
    tell("hasPower", week && hasAny("query_features", { ...week, sort: "-frp", limit: 1 })),
  ]);
}

type CallTool = (tool: string, args: JsonObject) => Promise<JsonObject>;

async function placeOf(week: JsonObject, call: CallTool): Promise<Survey["place"]> {
  const clusters = await call("summarize_features", {
    ...week,
    group_by: ["cluster"],
    sort: "-count",
    limit: 1,
  });
  const { lon, lat } = recordsOf(clusters)[0] ?? {};
  if (typeof lon !== "number" || typeof lat !== "number") return null;
  const towns = recordsOf(await call("find_place", { name: `${lat},${lon}`, limit: 10 }));
  const near = towns.filter(({ distance_km: km }) => Number(km) <= maxTownKm);
  const [town] = near.sort((a, b) => Number(b.population) - Number(a.population));
  if (!town || typeof town.name !== "string") return null;
  const { name, region, country } = town;
  return { name, region: textOf(region) ?? "", country: textOf(country) ?? "" };
}

/** Of the three largest fires, the one with the most mappings: its growth is seen best. */
async function fireOf({ id, newestMs }: Dated, call: CallTool): Promise<Survey["fire"]> {
  const time = daysUpTo(newestMs, fireDays);
  const fires = { collection: id, time, group_by: ["fire"] };
  const [largest, mapped] = await Promise.all([
    call("summarize_features", { ...fires, sort: "-area_km2", limit: 3 }),
    call("summarize_features", { ...fires, latest_per_fire: false, sort: "-count", limit: 100 }),
  ]);
  const ids = recordsOf(largest).map(({ fire }) => fire);
  const chosen = recordsOf(mapped).find(({ fire }) => ids.includes(fire))?.fire ?? ids[0];
  return typeof chosen === "string" ? { id: chosen, newestMs } : null;
}

function ofLayer(layer: string, data: DataStatus | null): Dated | null {
  const { id, newestMs } = data?.collections.find((each) => each.layer === layer) ?? {};
  return id === undefined || newestMs == null ? null : { id, newestMs };
}

const dayMs = 86_400_000;

/** The UTC day some days before an instant, such as 2026-07-14. */
export function daysBefore(timeMs: number, days: number): string {
  return isoDay(timeMs - days * dayMs);
}

/** A number of days up to that of an instant, as an argument of a tool. */
export function daysUpTo(timeMs: number, days: number): string {
  return `${daysBefore(timeMs, days - 1)}/${daysBefore(timeMs, 0)}`;
}

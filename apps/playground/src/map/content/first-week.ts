import { parseTimeMs } from "@emberline/geo";
import type { Shown } from "@emberline/map-app";
import { tablesOf } from "../../answer/tables.ts";
import type { Api } from "../../server/api.ts";

const weekMs = 7 * 24 * 3_600_000;

/** What the page shows before anything was asked: the newest week of the data. */
export async function firstWeek(api: Api, signal: AbortSignal): Promise<Shown | null> {
  const newest = await newestTime(api, signal);
  if (newest === null) return null;
  const newestMs = parseTimeMs(newest);
  if (newestMs === undefined) return null;
  const start = new Date(newestMs - weekMs).toISOString();
  const layer = (id: string, kind: Shown["layers"][number]["kind"]) => ({
    id,
    kind,
    matched: null,
  });
  return {
    tool: "show_map",
    title: "",
    headline: "",
    notices: [],
    layers: [
      layer("svc:satellite-perimeters", "perimeters"),
      layer("svc:hotspots", "detections"),
      layer("simulations", "simulations"),
    ],
    area: null,
    interval: [newestMs - weekMs, newestMs],
    arguments: { time: `${start}/${newest}` },
  };
}

/** The newest detection that the server has. */
async function newestTime(api: Api, signal: AbortSignal): Promise<string | null> {
  const { value } = await api.call("list_collections", {}, signal);
  const times = tablesOf(value)
    .flatMap(({ columns, rows }) => rows.map((cells) => cells[columns.indexOf("newest")]))
    .filter((each) => typeof each === "string" && parseTimeMs(each) !== undefined);
  return (times as string[]).sort().at(-1) ?? null;
}

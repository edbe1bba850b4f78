import type { Zone, ZoneState } from "../world/zones.ts";
import type { Answer } from "./answer.ts";
import { envelope, layerAnswer, type WfigsOptions } from "./wfigs.ts";

const places = {
  CA_EVACUATIONS_CalOESHosted_view: ({ id, county }: Zone, { status }: ZoneState) => ({
    ZONE_ID: id,
    ZONE_NAME: `Zone ${id}`,
    COUNTY: county,
    STATUS: status,
    NOTES: null,
  }),
  Fire_Evacuation_Areas_Public: ({ id, county }: Zone, { status, from }: ZoneState) => ({
    Evac_Area_Name: id,
    County: county,
    Fire_Evacuation_Level: levels[status as keyof typeof levels],
    last_edited_date: from,
  }),
  Evacuation_Orders_and_Alerts: ({ id, number }: Zone, { status, from }: ZoneState) => ({
    EVENT_NAME: `Event ${id}`,
    EVENT_TYPE: number % 9 === 0 ? "Flood" : "Fire",
    ORDER_ALERT_STATUS: ["All Clear", "Alert", "Alert", "Order"][
      levels[status as keyof typeof levels]
    ],
    DATE_MODIFIED: from,
  }),
};
const levels = {
  "Evacuation Order": 3,
  "Evacuation Warning": 2,
  "Shelter in Place": 1,
  Normal: 0,
} as const;

/** The zones of California, Oregon or British Columbia at a simulated instant. */
export function answerZones(
  zones: readonly Zone[],
  url: URL,
  now: number,
  options: WfigsOptions,
): Answer {
  if (!/\/FeatureServer\/0\/query$/.test(url.pathname)) return envelope(400, "Invalid URL");
  const [, properties] = Object.entries(places).find(([name]) => url.pathname.includes(name))!;
  const listed = zones.flatMap((zone): [Zone, ZoneState][] => {
    const state = zone.states.findLast(({ from }) => from <= now);
    return state && state.status !== null ? [[zone, state]] : [];
  });
  return layerAnswer(url, listed, options, ([zone, state], objectId) => ({
    type: "Feature",
    id: objectId,
    geometry: state.geometry,
    properties: { OBJECTID: objectId, ...properties(zone, state) },
  }));
}

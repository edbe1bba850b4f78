import type { Zone, ZoneState } from "../world/zones.ts";
import type { Answer } from "./answer.ts";
import { envelope, layerAnswer, type WfigsOptions } from "./wfigs.ts";

/** California's zones at a simulated instant; those of other states are none. */
export function answerZones(
  zones: readonly Zone[],
  url: URL,
  now: number,
  options: WfigsOptions,
): Answer {
  if (!/\/FeatureServer\/0\/query$/.test(url.pathname)) return envelope(400, "Invalid URL");
  const isOfCalifornia = url.pathname.includes("CA_EVACUATIONS_CalOESHosted_view");
  const listed = zones.flatMap((zone): [Zone, ZoneState][] => {
    const state = zone.states.findLast(({ from }) => from <= now);
    return isOfCalifornia && state && state.status !== null ? [[zone, state]] : [];
  });
  return layerAnswer(url, listed, options, ([{ id, county }, state], objectId) => ({
    type: "Feature",
    id: objectId,
    geometry: state.geometry,
    properties: {
      OBJECTID: objectId,
      ZONE_ID: id,
      ZONE_NAME: `Zone ${id}`,
      COUNTY: county,
      STATUS: state.status,
      NOTES: null,
    },
  }));
}

import { isBbox } from "@emberline/geo";
import { useEffect } from "preact/hooks";
import { isObject, type JsonObject } from "../../../json.ts";
import type { KnownData } from "../../../server/known-data.ts";
import type { Area } from "../../../state/map-state.ts";
import { usePlayground } from "../../../state/playground.ts";
import { areaOf, radiusOf } from "./area-arguments.ts";

/** Nobody has finished a name sooner. */
const pauseMs = 400;

/** Shows the area of the arguments on the map, as long as the form is shown. */
export function useMirror(args: JsonObject): void {
  const { map, data } = usePlayground();
  const { near, lon, lat, radius_km, bbox, within, fire } = args;
  const key = JSON.stringify([near, lon, lat, radius_km, bbox, within, fire]);
  useEffect(() => {
    const area = areaOf(args);
    map.edited.value = area;
    if (area || (near ?? within ?? fire) === undefined) return;
    const end = new AbortController();
    const timer = setTimeout(async () => {
      const found = await areaByName(args, data);
      if (!end.signal.aborted) map.edited.value = found;
    }, pauseMs);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [key]);
  useEffect(
    () => () => {
      map.edited.value = null;
    },
    [],
  );
}

/** The circle around the only place of a name, or the box of an area or a fire. */
async function areaByName(args: JsonObject, data: KnownData): Promise<Area | null> {
  if (typeof args.near === "string") {
    const places = await data.positions(args.near);
    const place = places?.length === 1 ? places[0] : undefined;
    return place ? { kind: "circle", center: place.position, radiusKm: radiusOf(args) } : null;
  }
  const area = await data.areaOf(
    args.within === undefined ? { fire: args.fire } : { within: args.within },
  );
  const bbox = isObject(area) ? area.bbox : null;
  return isBbox(bbox) ? { kind: "box", bbox } : null;
}

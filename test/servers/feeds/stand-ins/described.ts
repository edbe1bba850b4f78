import { day, hour } from "../world/clock.ts";
import type { Fire, FireState, Position } from "../world/perimeters.ts";
import { type Answer, jsonAnswer, textAnswer } from "./answer.ts";
import { layerAnswer, type WfigsOptions } from "./wfigs.ts";

/** What a source of the others knows of a fire: the same fires, in other parts of the world. */
type Known = readonly [fire: Fire, state: FireState];

/** Answers at a simulated instant, by the name of the feed: the first step of the path. */
export function answerDescribed(
  fires: readonly Fire[],
  url: URL,
  now: number,
  options: WfigsOptions,
): Answer {
  const name = url.pathname.split("/")[2];
  if (name === "ngfs-east") return detections(fires, url, now, options.maxRecords);
  if (name === "cwfif-active-fires") return activeFires(fires, url, now, options.maxRecords);
  if (name === "effis-burnt-areas") return burntAreas(fires, url, now);
  return boundaries(fires, url, now, options);
}

/** Scans of a geostationary satellite: a fire that it tracks comes again in each, as one id. */
function detections(fires: readonly Fire[], url: URL, now: number, maxRecords: number): Answer {
  const query = (name: string) => url.searchParams.get(name);
  const [since, until] = (query("datetime") ?? "").split("/").map((text) => Date.parse(text));
  if (Number.isNaN(since) || Number.isNaN(until ?? Number.NaN))
    return jsonAnswer({ detail: "Invalid datetime" }, 400);
  const scans: object[] = [];
  for (let at = Math.ceil(since! / hour) * hour; at <= Math.min(until!, now); at += hour) {
    for (const fire of fires) {
      const state = knownAt(fire, at);
      if (!state || (at / hour + fire.number) % 3 !== 0) continue;
      const [longitude, latitude] = placeOf(fire);
      const number = String(fire.number).padStart(4, "0");
      const coordinates = [longitude, Number((latitude + (at % day) / 1e10).toFixed(5))];
      scans.push({
        type: "Feature",
        id: scans.length,
        geometry: { type: "Point", coordinates },
        properties: {
          feature_tracking_id: `ID-${new Date(fire.discovered).toISOString().slice(0, 10)}Z_${number}`,
          acq_date_time: new Date(at).toISOString().slice(0, 19),
          total_frp: Number((state.acres / 10).toFixed(2)),
          known_incident_id: fire.irwinId,
          satellite: "G19",
          confidence: "high",
          state: fire.state,
        },
      });
    }
  }
  const offset = Number(query("offset") ?? 0);
  const features = scans.slice(offset, offset + Math.min(Number(query("limit")), maxRecords));
  const next = new URL(url);
  next.searchParams.set("offset", String(offset + features.length));
  const hasMore = offset + features.length < scans.length;
  const links = hasMore ? [{ rel: "next", href: next.href }] : [];
  return jsonAnswer({ type: "FeatureCollection", numberMatched: scans.length, links, features });
}

/** Records that hold for a time; positions in metres, which only fields have in degrees. */
function activeFires(fires: readonly Fire[], url: URL, now: number, maxRecords: number): Answer {
  const query = (name: string) => url.searchParams.get(name);
  const exception = (text: string) => ({
    ...textAnswer(
      `<ows:ExceptionReport><ows:Exception>${text}</ows:Exception></ows:ExceptionReport>`,
    ),
    type: "application/xml",
  });
  const test = /^record_start<='([^']+)' AND record_end>'([^']+)'$/.exec(query("CQL_FILTER") ?? "");
  if (!test) return exception("187566 rows");
  if (query("sortBy") === null) return textAnswer("startIndex needs sortBy", 400);
  const at = Date.parse(test[1]!);
  const records = fires.flatMap((fire) =>
    fire.states.flatMap((state, i) => {
      const end = fire.states[i + 1]?.from ?? Date.UTC(2100, 0);
      const holds = !state.fallenOff && state.from <= Math.min(at, now) && end > at;
      return holds ? [[fire, state, end] as const] : [];
    }),
  );
  const from = Number(query("startIndex"));
  const page = records.slice(from, from + Math.min(Number(query("count")), maxRecords));
  return jsonAnswer({
    type: "FeatureCollection",
    numberMatched: records.length,
    crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::3978" } },
    features: page.map(([fire, state, end]) => {
      const [longitude, latitude] = placeOf(fire);
      return {
        type: "Feature",
        id: `cwfif_national_activefires.${fire.number}`,
        geometry: { type: "Point", coordinates: [1_000_000 + fire.number, -200_000] },
        properties: {
          national_fire_id: `2026_AB_${fire.number}`,
          agency_fire_id: String(fire.number),
          agency_code: "AB",
          fire_size: fire.number % 5 === 0 ? -1 : state.acres,
          stage_of_control_status: state.contained === null ? "OC" : "BH",
          percent_contained: state.contained ?? -1,
          status_date: new Date(state.from).toISOString(),
          record_start: new Date(state.from).toISOString(),
          record_end: new Date(end).toISOString(),
          fire_was_prescribed: fire.category === "RX" ? 1 : 0,
          longitude,
          latitude: latitude + 12,
        },
      };
    }),
  });
}

/** One page of a window of days of first sight; areas are texts, and outlines a member of rows. */
function burntAreas(fires: readonly Fire[], url: URL, now: number): Answer {
  const dayOf = (name: string) => Date.parse(url.searchParams.get(name) ?? "");
  const [from, before] = [dayOf("firedate__gte"), dayOf("firedate__lt")];
  if (Number.isNaN(from) || Number.isNaN(before))
    return jsonAnswer({ count: 187_000, results: [] });
  const results = mapped(fires, now).filter(
    ([{ discovered }]) => discovered >= from && discovered < before,
  );
  return jsonAnswer({
    count: results.length,
    next: null,
    results: results.map(([fire, state]) => ({
      id: 500_000 + fire.number,
      shape: state.geometry,
      firedate: isoText(fire.discovered),
      lastfiredate: isoText(state.from),
      lastupdate: isoText(state.from),
      area_ha: state.acres.toFixed(1),
      country: "EL",
      province: "Εύβοια",
      commune: null,
    })),
  });
}

/** Outlines of a layer of ArcGIS, each replaced in place. */
function boundaries(fires: readonly Fire[], url: URL, now: number, options: WfigsOptions): Answer {
  return layerAnswer(url, mapped(fires, now), options, ([fire, state], objectId) => ({
    type: "Feature",
    id: objectId,
    geometry: state.geometry,
    properties: {
      OBJECTID: objectId,
      fire_id: `F${fire.number}`,
      fire_name: fire.number % 4 === 0 ? null : state.name,
      fire_type: fire.category === "RX" ? "Prescribed Burn" : "Bushfire",
      capt_date: state.from,
      area_ha: state.acres,
      state: "NSW",
      agency: "RFS",
    },
  }));
}

function mapped(fires: readonly Fire[], now: number): Known[] {
  return fires.flatMap((fire): Known[] => {
    const state = knownAt(fire, now);
    return state?.geometry ? [[fire, state]] : [];
  });
}

function knownAt(fire: Fire, at: number): FireState | undefined {
  const state = fire.states.findLast(({ from }) => from <= at);
  return state?.fallenOff ? undefined : state;
}

function placeOf({ number }: Fire): Position {
  return [Number((-115 + number / 10).toFixed(5)), Number((40 + number / 10).toFixed(5))];
}

function isoText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

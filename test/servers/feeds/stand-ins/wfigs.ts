import { type Fire, type FireState, stateAt } from "../world/perimeters.ts";
import { type Answer, jsonAnswer } from "./answer.ts";

export interface WfigsOptions {
  /** The server's maxRecordCount: 2000 at the source. */
  readonly maxRecords: number;
  /** Where `exceededTransferLimit` stands; both occur. */
  readonly limitFlag: "top" | "properties";
  /** The list lost its first fire since the page before. */
  readonly changed?: boolean;
}

type Listed = readonly [fire: Fire, state: FireState];

/** The answer of the query operation of the current perimeters at a simulated instant. */
export function answerWfigs(
  fires: readonly Fire[],
  url: URL,
  now: number,
  { maxRecords, limitFlag, changed }: WfigsOptions,
): Answer {
  const layer = /\/WFIGS_Interagency_Perimeters_Current\/FeatureServer\/0\/query$/;
  if (!layer.test(url.pathname)) return envelope(400, "Invalid URL");
  const query = (name: string) => url.searchParams.get(name);
  const where = query("where") ?? "";
  const test = condition(where);
  if (!test) return envelope(400, "Cannot perform query. Invalid query parameters.", [where]);
  const all = fires.flatMap((fire): Listed[] => {
    const state = stateAt(fire, now);
    return state && test(fire) ? [[fire, state]] : [];
  });
  return layerAnswer(url, all, { maxRecords, limitFlag, changed }, feature);
}

/** A page of the rows of a layer, as the query operation of ArcGIS answers it. */
export function layerAnswer<Row>(
  url: URL,
  all: readonly Row[],
  { maxRecords, limitFlag, changed }: WfigsOptions,
  toFeature: (row: Row, objectId: number, fields: Set<string> | undefined) => object,
): Answer {
  const query = (name: string) => url.searchParams.get(name);
  const offset = Number(query("resultOffset") ?? 0);
  const listed = changed && offset > 0 ? all.slice(1) : all;
  if (query("returnCountOnly") === "true") return jsonAnswer({ count: listed.length });
  if (query("f") !== "geojson") return envelope(400, "This stand-in knows f=geojson");
  if (query("outSR") !== null && query("outSR") !== "4326") return envelope(400, "Invalid outSR");
  const asked = Number(query("resultRecordCount") ?? maxRecords);
  const page = listed.slice(offset, offset + Math.min(asked, maxRecords));
  const more = offset + page.length < listed.length && { exceededTransferLimit: true };
  const named = query("outFields") ?? "*";
  const fields = named === "*" ? undefined : new Set(named.split(",").map((name) => name.trim()));
  return {
    ...jsonAnswer({
      type: "FeatureCollection",
      ...(limitFlag === "top" && more),
      ...(limitFlag === "properties" && more && { properties: more }),
      features: page.map((entry, index) => toFeature(entry, offset + index + 1, fields)),
    }),
    type: "application/geo+json; charset=utf-8",
  };
}

/** An error as ArcGIS answers it: mostly with status 200. */
export function envelope(
  code: number | undefined,
  message: string,
  details: readonly string[] = [],
  status = 200,
): Answer {
  return jsonAnswer({ error: { ...(code && { code }), message, details } }, status);
}

function condition(where: string): ((fire: Fire) => boolean) | undefined {
  if (/CURRENT_TIMESTAMP|INTERVAL|DATE\s*'/i.test(where)) return undefined;
  if (/^\s*1\s*=\s*1\s*$/.test(where)) return () => true;
  const [, values] =
    /^\s*attr_IncidentTypeCategory\s*(?:=|IN)\s*\(?\s*((?:'\w+'\s*,?\s*)+)\)?\s*$/i.exec(where) ??
    [];
  return values === undefined ? undefined : (fire) => values.includes(`'${fire.category}'`);
}

/** Object ids are numbers of the list: another fire may have one the next time. */
function feature([fire, state]: Listed, objectId: number, fields: Set<string> | undefined) {
  const properties: Record<string, unknown> = {
    OBJECTID: objectId,
    poly_IncidentName: state.name,
    poly_FeatureCategory: "Wildfire Daily Fire Perimeter",
    poly_MapMethod: "Infrared Image",
    poly_GISAcres: state.acres,
    poly_Acres_AutoCalc: state.acres,
    poly_CreateDate: fire.discovered,
    poly_DateCurrent: state.dateCurrent,
    poly_PolygonDateTime: state.polygonDate,
    poly_IRWINID: fire.irwinId,
    poly_SourceGlobalID: state.globalId,
    poly_Source: "FODR",
    poly_FeatureAccess: "Public",
    poly_FeatureStatus: "Approved",
    poly_IsVisible: "Yes",
    attr_IrwinID: fire.irwinId,
    attr_UniqueFireIdentifier: fire.uniqueId,
    attr_IncidentName: state.name.toLowerCase(),
    attr_IncidentSize: state.acres,
    attr_CalculatedAcres: null,
    attr_FinalAcres: null,
    attr_PercentContained: state.contained,
    attr_POOState: fire.state,
    attr_FireDiscoveryDateTime: fire.discovered,
    attr_ContainmentDateTime: null,
    attr_ControlDateTime: null,
    attr_FireOutDateTime: null,
    attr_ModifiedOnDateTime_dt: state.from,
    attr_IncidentTypeCategory: fire.category,
    attr_FireCause: "Natural",
    attr_IsCpxChild: null,
    attr_CpxID: null,
    attr_CpxName: null,
  };
  const kept = fields
    ? Object.fromEntries(Object.entries(properties).filter(([name]) => fields.has(name)))
    : properties;
  return { type: "Feature", id: objectId, geometry: state.geometry, properties: kept };
}

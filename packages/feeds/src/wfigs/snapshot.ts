import { type Geometry, type Properties, printInstant } from "@emberline/geo";
import { factsKey } from "../geojson/facts-key.ts";
import type { FeedFeature } from "../values/feed.ts";
import { dateMsOf, irwinIdIn, numberOf, type Row, textOf } from "./row.ts";

const incidentTypes = new Map([
  ["WF", "wildfire"],
  ["RX", "prescribed_fire"],
]);

/**
 * The id of a row's outline, such as `wfigs_{IRWIN id}_20260730T184500Z_0123456789abcdef`: the same
 * fire, date and outline have the same id in any reading, whatever was read before.
 */
export function snapshotId({ fire, dateMs }: Row, outline: string): string {
  const date = dateMs === null ? "undated" : printInstant(dateMs).replace(/[-:]/g, "");
  return `wfigs_${fire}_${date}_${outline}`;
}

interface SnapshotFacts {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly incidentId: string | null;
  /** Epoch milliseconds: the row's date, or earlier if that lies ahead. */
  readonly timeMs: number | null;
  /** Orders outlines of the same date. */
  readonly sequence: number | null;
  /** Another fire of the list with the same outline. */
  readonly twin: string | null;
}

export function toSnapshot(
  row: Row,
  { id, geometry, incidentId, timeMs, sequence, twin }: SnapshotFacts,
): FeedFeature {
  const { fields, name, irwinId } = row;
  const other = textOf(fields.poly_IncidentName);
  const [complexId, complexName] = [fields.attr_CpxID, fields.attr_CpxName];
  const properties: Properties = {
    incident_id: incidentId,
    incident_name: name,
    // The polygon's own name, where it differs.
    fire_name: other?.toLowerCase() === name?.toLowerCase() ? null : other,
    irwin_id: irwinId,
    state: textOf(fields.attr_POOState),
    kind: "agency_mapped",
    source: "WFIGS",
    incident_type: incidentTypes.get(row.category ?? "") ?? null,
    datetime: instantOf(timeMs),
    date_source: row.dateField,
    // Dates ahead of the clock are replaced by the time of the reading.
    datetime_given: timeMs === row.dateMs ? null : instantOf(row.dateMs),
    sequence,
    gis_acres: numberOf(fields.poly_GISAcres),
    auto_acres: numberOf(fields.poly_Acres_AutoCalc),
    incident_size_acres: numberOf(fields.attr_IncidentSize),
    final_acres: numberOf(fields.attr_FinalAcres),
    percent_contained: numberOf(fields.attr_PercentContained),
    discovered_at: instantOf(dateMsOf(fields.attr_FireDiscoveryDateTime)),
    contained_at: instantOf(dateMsOf(fields.attr_ContainmentDateTime)),
    controlled_at: instantOf(dateMsOf(fields.attr_ControlDateTime)),
    out_at: instantOf(dateMsOf(fields.attr_FireOutDateTime)),
    cause: textOf(fields.attr_FireCause),
    map_method: textOf(fields.poly_MapMethod),
    outline_category: textOf(fields.poly_FeatureCategory),
    complex_id: irwinIdIn(complexId) ?? textOf(complexId),
    complex_name: textOf(complexName),
    same_outline_as: twin,
    modified_at: row.modifiedMs > 0 ? printInstant(row.modifiedMs) : null,
    listed_until: null,
  };
  return {
    type: "Feature",
    id,
    geometry,
    properties,
    time: timeMs === null ? undefined : { start: timeMs, end: timeMs },
  };
}

/** Identifies what a snapshot says, apart from its outline and the time of its last change. */
export function snapshotFacts({ properties }: FeedFeature): string {
  return factsKey(properties, "modified_at");
}

function instantOf(epochMs: number | null): string | null {
  return epochMs === null ? null : printInstant(epochMs);
}

/** Orders outlines of the same date by their last edit: 20260730184500. */
export function sequenceOf(editedMs: number | null): number | null {
  if (editedMs === null) return null;
  return Number(new Date(editedMs).toISOString().replace(/\D/g, "").slice(0, 14));
}

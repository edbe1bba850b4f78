import { type MultiPolygon, type Polygon, parseTimeMs } from "@emberline/geo";
import { isRecord } from "../geojson/read-features.ts";
import { readOutline } from "../geojson/read-outline.ts";

/** A row of the list. */
export interface Row {
  /** Identifies its fire: by IRWIN id, else incident number, else name and state. */
  readonly fire: string;
  readonly irwinId: string | null;
  /** Year, unit and local number, such as `2026-ORPRD-000445`. */
  readonly number: string | null;
  readonly name: string | null;
  readonly category: string | null;
  /** Epoch milliseconds of the outline; null if the source gives no date. */
  readonly dateMs: number | null;
  /** The field of the date. */
  readonly dateField: string | null;
  /** Epoch milliseconds of the outline's last edit; null if the source gives no date. */
  readonly editedMs: number | null;
  /** The last change to the outline or the incident; 0 if unknown. Edits may be dated ahead. */
  readonly modifiedMs: number;
  readonly geometry: Polygon | MultiPolygon | null;
  /** It has an outline that is not valid. */
  readonly isBroken: boolean;
  readonly fields: Fields;
}

/** Untrusted values by the names of WFIGS. */
type Fields = Readonly<Record<string, unknown>>;

const irwinForm = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/i;
const numberForm = /^\d{4}-[a-z\d]{2,8}-[a-z\d]{1,10}$/i;
const maxTextLength = 300;
/** In descending order of what they say about the outline. */
const dateFields = ["poly_PolygonDateTime", "poly_DateCurrent", "poly_CreateDate"];

/** Undefined if the row is not a feature, or identifies no fire. */
export function readRow(feature: unknown, readMs: number): Row | undefined {
  if (!isRecord(feature) || !isRecord(feature.properties)) return undefined;
  const fields = feature.properties;
  const geometry = readOutline(feature.geometry);
  const irwinId = irwinIdIn(fields.poly_IRWINID) ?? irwinIdIn(fields.attr_IrwinID);
  const given = textOf(fields.attr_UniqueFireIdentifier)?.toUpperCase() ?? "";
  const number = numberForm.test(given) ? given : null;
  const name = textOf(fields.attr_IncidentName) ?? textOf(fields.poly_IncidentName);
  const fire = irwinId ?? number ?? nameKey(name, textOf(fields.attr_POOState));
  if (fire === undefined) return undefined;
  const dateField = dateFields.find((field) => dateMsOf(fields[field]) !== null) ?? null;
  const editedMs = dateMsOf(fields.poly_DateCurrent);
  const pastEditMs = editedMs !== null && editedMs <= readMs ? editedMs : 0;
  return {
    fire,
    irwinId,
    number,
    name,
    category: textOf(fields.attr_IncidentTypeCategory),
    dateMs: dateField === null ? null : dateMsOf(fields[dateField]),
    dateField,
    editedMs,
    modifiedMs: Math.max(dateMsOf(fields.attr_ModifiedOnDateTime_dt) ?? 0, pastEditMs),
    geometry: geometry ?? null,
    isBroken: geometry === undefined,
    fields,
  };
}

/** The IRWIN id of a value: upper case, without braces. */
export function irwinIdIn(value: unknown): string | null {
  return irwinForm.exec(textOf(value) ?? "")?.[1]?.toUpperCase() ?? null;
}

/** A text without spaces around it; null if it is empty. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, maxTextLength).trim() || null : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

const maxDateMs = Date.UTC(2200, 0);

/** Epoch milliseconds of a date: ArcGIS sends these, and some mirrors text. */
export function dateMsOf(value: unknown): number | null {
  const ms = typeof value === "string" ? parseTimeMs(value) : value;
  const isDate = typeof ms === "number" && ms > 0 && ms < maxDateMs;
  return isDate ? Math.floor(ms) : null;
}

function nameKey(name: string | null, state: string | null): string | undefined {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return name === null ? undefined : [name, state ?? ""].map(words).join("_");
}

import { parseTimeMs, printInstant } from "@emberline/geo";
import type { Field, Value, Values } from "../description/description.ts";

/** Untrusted values by the source's names. */
export type Fields = Readonly<Record<string, unknown>>;

const maxTextLength = 2000;
const maxDateMs = Date.UTC(2200, 0);
const irwinForm = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/i;

/** The first value that is not absent: null, empty, or blank. */
export function fieldOf(fields: Fields, field: Field): unknown {
  const name = nameOf(fields, field);
  return name === undefined ? undefined : fields[name];
}

function nameOf(fields: Fields, field: Field): string | undefined {
  return namesOf(field).find((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isAbsent = value === null || value === undefined;
    return !isAbsent && (typeof value !== "string" || value.trim() !== "");
  });
}

function namesOf(field: Field): readonly string[] {
  return typeof field === "string" ? [field] : field;
}

/** The first value that is a time, in epoch milliseconds. */
export function timeIn(fields: Fields, field: Field | undefined, form: string | undefined) {
  const times = namesOf(field ?? []).map((name) => timeOf(fieldOf(fields, name), form));
  return times.find((each) => each !== undefined);
}

/** The same id, however a source writes it: without braces, spaces as hyphens. */
export function normal(part: string): string {
  const bare = part.trim();
  return irwinForm.exec(bare)?.[1]?.toUpperCase() ?? bare.replace(/[\s/\\]+/gu, "-");
}

/** Our value of a row; null if it has none. */
export function ourValue(fields: Fields, value: Value, timeForm: string | undefined): unknown {
  if (typeof value === "string") return plainOf(fieldOf(fields, value));
  if ("value" in value) return value.value;
  const { form, times, none = [], least, values, unless, otherwise = null } = value;
  const given = fieldOf(fields, value.field);
  if (given === undefined || none.some((each) => isSame(each, given))) return otherwise;
  if (unless !== undefined && isSame(String(fieldOf(fields, unless)), given)) return otherwise;
  if (form === "name") return nameOf(fields, value.field) ?? null;
  if (form === "id") return plainOf(normal(String(given)));
  if (values) {
    const known = Object.entries(values).find(([each]) => isSame(each, given));
    return known ? known[1] : otherwise;
  }
  if (form === "time") {
    const ms = timeOf(given, timeForm);
    return ms === undefined ? null : printInstant(ms);
  }
  if (form === "irwin") return irwinForm.exec(String(given).trim())?.[1]?.toUpperCase() ?? null;
  if (form === "number" || times !== undefined || least !== undefined) {
    const number = numberOf(given);
    if (number === null || (least !== undefined && number < least)) return null;
    return times === undefined ? number : Number((number * times).toPrecision(9));
  }
  return form === "text" ? String(given).trim().slice(0, maxTextLength) : plainOf(given);
}

/** A value as a property: a text, a number, true or false; null for anything else. */
export function plainOf(value: unknown): string | number | boolean | null {
  if (typeof value === "string") return value.slice(0, maxTextLength).trim() || null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "boolean" ? value : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" ? Number(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Epoch milliseconds; undefined if it is not a time. */
export function timeOf(value: unknown, form = "iso"): number | undefined {
  const ms =
    form === "s" ? secondsOf(value) : form === "ms" ? millisecondsOf(value) : textOf(value, form);
  return ms !== undefined && ms > 0 && ms < maxDateMs ? Math.floor(ms) : undefined;
}

function secondsOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number === null ? textOf(value, "iso") : number * 1000;
}

/** Mirrors send text where ArcGIS sends milliseconds. */
function millisecondsOf(value: unknown): number | undefined {
  return numberOf(value) ?? textOf(value, "iso");
}

function textOf(value: unknown, form: string): number | undefined {
  if (typeof value !== "string") return undefined;
  if (form === "iso") return parseTimeMs(value.trim());
  const read = (part: string, absent: string) => {
    const at = form.indexOf(part);
    return at < 0 ? absent : value.trim().slice(at, at + part.length);
  };
  const date = [read("YYYY", ""), read("MM", ""), read("DD", "")].join("-");
  return parseTimeMs(`${date}T${[read("HH", "00"), read("mm", "00"), read("ss", "00")].join(":")}`);
}

/** Whether one of the fields has one of its values, whatever their case; null for no value. */
export function hasOneOf(fields: Fields, values: Values): boolean {
  return Object.entries(values).some(([field, list]) => {
    const given = fieldOf(fields, field);
    return list.some((each) => (each === null ? given === undefined : isSame(each, given)));
  });
}

/** Whether all of the fields have one of their values. */
export function hasEach(fields: Fields, values: Values): boolean {
  return Object.entries(values).every(([field, list]) => hasOneOf(fields, { [field]: list }));
}

function isSame(wanted: string | number | boolean | null, given: unknown): boolean {
  if (typeof wanted === "number" && typeof given === "string" && given.trim() !== "")
    return Number(given) === wanted;
  return String(wanted).trim().toLowerCase() === String(given).trim().toLowerCase();
}

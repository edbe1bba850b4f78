import { isBbox } from "@emberline/geo";
import { parseTime } from "../values/time.ts";

export const sides = ["west", "south", "east", "north"] as const;

export type FieldName = (typeof sides)[number] | "bbox" | "from" | "to" | "filter" | "limit";

/** What the fields of the form contain, and what is wrong with them. */
export interface FormState {
  values: Partial<Record<FieldName, string>>;
  problems: Partial<Record<FieldName, string>>;
}

const formOnly: readonly string[] = [...sides, "from", "to"];

/** Whether a request comes from the form, whose fields are not parameters of the interface. */
export function isFromForm(params: URLSearchParams): boolean {
  return formOnly.some((name) => params.has(name));
}

/**
 * The parameters of the interface that the fields of the form stand for, or what is wrong with
 * them.
 */
export function parametersOf(fields: URLSearchParams): { params: URLSearchParams } | FormState {
  const text = (name: FieldName) => fields.get(name)?.trim() ?? "";
  const problems: FormState["problems"] = {};
  const params = new URLSearchParams();
  const box = sides.map(text);
  if (box.some((side) => side !== "")) {
    for (const side of sides) {
      if (text(side) === "") problems[side] = "A box has four sides.";
      else if (!Number.isFinite(Number(text(side))))
        problems[side] = "Give degrees, such as -121.5.";
    }
    params.set("bbox", box.join(","));
  }
  const ends = (["from", "to"] as const).map((end) => {
    if (text(end) !== "" && !parseTime(text(end))) {
      problems[end] = "Give a date such as 2026-07-20, or a time such as 2026-07-20T21:55:00Z.";
    }
    return text(end) || "..";
  });
  if (ends.some((end) => end !== "..")) params.set("datetime", ends.join("/"));
  for (const name of ["filter", "limit"] as const) {
    if (text(name) !== "") params.set(name, text(name));
  }
  params.set("f", "html");
  if (Object.keys(problems).length === 0) return { params };
  return { values: Object.fromEntries(fields), problems };
}

/** The fields of the form that stand for parameters of the interface. */
export function fieldsOf(params: URLSearchParams): FormState["values"] {
  const values: FormState["values"] = {};
  const box = (params.get("bbox") ?? "").split(",");
  // Four numbers in degrees: the form has no heights and no other axes.
  if (isBbox(box.map(Number)) && box.length === 4 && !params.has("bbox-crs")) {
    sides.forEach((side, i) => {
      values[side] = box[i]!.trim();
    });
  }
  const datetime = params.get("datetime");
  if (datetime !== null) {
    const [from = "", to = from] = datetime.split("/");
    if (from !== "..") values.from = from;
    if (to !== "..") values.to = to;
  }
  for (const name of ["filter", "limit"] as const) {
    const value = params.get(name);
    if (value !== null) values[name] = value;
  }
  return values;
}

import type { z } from "zod";

/** A longer input is not repeated in a message. */
const maxLength = 1000;

/** Values that show what a missing parameter is. */
const examples: Readonly<Record<string, unknown>> = {
  collection: "svc:hotspots",
  format: "geojson",
  name: "Paris",
};

/**
 * A wrong input as it may be meant: names of parameters that the tool has, numbers within their
 * limits, examples for what is missing. Null if that would be wrong as well, or omit something.
 *
 * @param sent as the caller wrote it
 * @param mended the values of known parameters, converted where they were of another type
 */
export function correctedInput(
  schema: z.ZodObject,
  sent: object,
  mended: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const known = Object.keys(schema.shape);
  const values: Record<string, unknown> = { ...mended };
  for (const [name, value] of Object.entries(sent)) {
    if (known.includes(name)) continue;
    const meant = usualName(name, known);
    if (!known.includes(meant) || values[meant] !== undefined) return null;
    values[meant] = value;
    // A time has an end, unless it is one: "until August" is until the end of August.
    const isSpan = /^(?!since|from|after|until|before|.*T\d)/i.test(String(value));
    if (usualName(name, ["time"]) === "time" && meant === "since" && isSpan && !values.until)
      values.until = value;
  }
  // Needed by compare_periods unless it follows on.
  if (known.includes("after") && known.includes("since"))
    if ((values.after ?? values.since) === undefined) values.after = "today";
  if (typeof values.sort === "string") values.sort = inSortForm(values.sort);
  const before = schema.safeParse(values);
  for (const issue of before.error?.issues ?? []) {
    const [name, ...inner] = issue.path;
    if (typeof name !== "string" || inner.length > 0) return null;
    const right = values[name] === undefined ? examples[name] : withinLimit(issue);
    if (right === undefined) return null;
    values[name] = right;
  }
  const isRight = before.success || schema.safeParse(values).success;
  const { collection, ...others } = values;
  const ordered = collection === undefined ? others : { collection, ...others };
  return isRight && JSON.stringify(ordered).length <= maxLength ? ordered : null;
}

/** "frp desc" as "-frp". */
function inSortForm(text: string): string {
  const [, name, order] = /^[-+]?(.+?)[\s:,]+(desc|asc)(?:ending)?$/i.exec(text) ?? [];
  if (name === undefined || order === undefined) return text;
  return order.toLowerCase() === "desc" ? `-${name}` : name;
}

/** The nearest number that is allowed. */
function withinLimit(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== "too_big" && issue.code !== "too_small") return undefined;
  const isOfNumber = issue.origin === "number" || issue.origin === "int";
  if (!isOfNumber || issue.inclusive === false) return undefined;
  return issue.code === "too_big" ? issue.maximum : issue.minimum;
}

/** Parameters, and names that callers send for them. The first parameter that a tool has counts. */
const otherNames: readonly (readonly [parameter: string, names: string])[] = [
  ["near", "place location position point coordinates center centre address city town"],
  ["within", "area region state province country county polygon place location"],
  ["bbox", "bounds bounding_box box extent envelope"],
  ["lon", "lng long longitude"],
  ["lat", "latitude"],
  ["radius_km", "radius distance distance_km buffer_km"],
  ["time", "date dates datetime day days period interval start end start_date end_date since"],
  ["after", "time date dates datetime interval period start end start_date end_date"],
  ["since", "start start_date from after time datetime date"],
  ["until", "end end_date to before"],
  ["time_zone", "tz timezone"],
  ["fire", "fire_name name incident incident_name"],
  ["name", "near within place location city town query q"],
  ["filter", "where cql cql2 query expression"],
  ["group_by", "by group grouping"],
  ["limit", "count max_results page_size n"],
  ["id", "feature_id feature"],
  ["collection", "collection_id layer dataset collections"],
  ["collections", "collection layers layer"],
];

/** The parameter in `known` that callers usually mean by `name`; else `name`. */
export function usualName(name: string, known: readonly string[]): string {
  const word = name.toLowerCase();
  const [parameter] =
    otherNames.find(([each, names]) => known.includes(each) && names.split(" ").includes(word)) ??
    [];
  return parameter ?? name;
}

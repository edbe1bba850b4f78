import { maxLimit } from "../params/items-query.ts";
import { crsList, defaultCrs } from "../values/crs.ts";

const query = (name: string, description: string, schema: object) => ({
  name,
  in: "query",
  required: false,
  description,
  schema,
  style: "form",
  explode: false,
});

const crsSchema = (format: string) => ({
  type: "string",
  format,
  enum: crsList.map(({ uri }) => uri),
  default: defaultCrs.uri,
});

/** Given once for each value, since names of properties may have commas. */
const repeated = (name: string, description: string, maxItems: number, example: string[]) => ({
  ...query(name, description, { type: "array", maxItems, items: { type: "string" } }),
  explode: true,
  example,
});

/** Query parameters of the feature API, as OpenAPI 3.0 components. */
export const sharedParameters = {
  f: query("f", "The representation; takes precedence over Accept.", { type: "string" }),
  limit: query("limit", "Features per page.", {
    type: "integer",
    minimum: 1,
    maximum: maxLimit,
    default: 10,
  }),
  bbox: query(
    "bbox",
    "Only features that intersect the box, and those without location. Four numbers, or six with heights in third and last place, in the axis order of bbox-crs; in degrees a first value above the third (of six: the fourth) crosses the antimeridian.",
    { type: "array", minItems: 4, maxItems: 6, items: { type: "number" } },
  ),
  datetime: query(
    "datetime",
    "Only features whose time intersects this RFC 3339 date-time or interval (closed, .. for an open end), and those without time.",
    { type: "string" },
  ),
  filter: query("filter", "Only features for which the filter is true.", { type: "string" }),
  "filter-lang": query("filter-lang", "The language of filter.", {
    type: "string",
    enum: ["cql2-text", "ecql-text"],
    default: "cql2-text",
  }),
  "filter-crs": query("filter-crs", "The CRS of geometries in filter.", crsSchema("uri-reference")),
  crs: query("crs", "The CRS of the answer's geometries.", crsSchema("uri")),
  "bbox-crs": query("bbox-crs", "The CRS of bbox.", crsSchema("uri")),
  "group-by": repeated(
    "group-by",
    "What features are grouped by: day, hour, hour-of-day, solar-hour (15° of longitude are one hour), cell, country, region (state or province) or county (USA) by generalised borders, property:NAME, or ranges of a number such as ranges:10,50,100:frp. Given twice, by both. At most 50,000 groups.",
    2,
    ["day", "property:satellite"],
  ),
  area: query(
    "area",
    "Only features in the country, state or province, county of the USA, island, range or park of this name, by generalised borders.",
    { type: "string" },
  ),
  property: repeated("property", "A property whose numbers are measured.", 5, ["frp"]),
  statistics: query(
    "statistics",
    "Of sum, min, max, mean, median and percentiles such as p90. Sums are exact in decimal; percentiles interpolate between two values.",
    {
      type: "array",
      items: { type: "string" },
      default: ["sum", "min", "max", "mean", "median"],
    },
  ),
  "cell-size": query("cell-size", "Degrees of a side of a cell.", {
    type: "number",
    minimum: 0.01,
    maximum: 90,
    default: 1,
  }),
  "utc-offset": query(
    "utc-offset",
    "Minutes of local time east of UTC, for days and hours; or several, with the ascending instants between them, such as -480,2025-03-09T10:00:00Z,-420. Offsets are those at the start of each quarter of an hour.",
    { type: "string", default: "0" },
  ),
  sortby: {
    ...query(
      "sortby",
      "Up to five names of the sortables, each with - for descending order. Numbers (a truth value is 0 or 1) come before texts, which are in the order of their code points; descending, texts come first. Features without a value come last in either order, equal ones in the order of their ids. Default: -time.",
      { type: "array", minItems: 1, maxItems: 5, items: { type: "string", pattern: "[+|-]?.+" } },
    ),
    example: ["-frp", "datetime"],
  },
  properties: {
    ...query(
      "properties",
      "The only members of features that are wanted: names of properties, and geometry, which is null without. Names that a feature lacks are left out of it. Default: all.",
      { type: "array", items: { type: "string" } },
    ),
    example: ["frp", "geometry"],
  },
  cursor: query("cursor", "A place in the listing, from a next link.", { type: "string" }),
  otherParameters: {
    name: "otherParameters",
    in: "query",
    required: false,
    description: "Other parameters are accepted and have no effect.",
    schema: { type: "object", additionalProperties: true },
    style: "form",
    explode: true,
  },
  featureId: {
    name: "featureId",
    in: "path",
    required: true,
    description: "The feature's id.",
    schema: { type: "string" },
  },
};

export type ParameterName = keyof typeof sharedParameters;

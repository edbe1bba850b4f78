const text = { type: "string" };
const orNull = (schema: object) => ({ ...schema, nullable: true });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const counter = { type: "integer", minimum: 0 };
const listOf = (items: object) => ({ type: "array", items });

const object = (properties: Record<string, object>, required: string[]) => ({
  type: "object",
  required,
  properties,
});

const geometry = (type: string, coordinates: object) =>
  object({ type: { type: "string", enum: [type] }, coordinates }, ["type", "coordinates"]);
const position = { type: "array", minItems: 2, items: { type: "number" } };

/** The resources of the interface, as OpenAPI 3.0 components. */
export const sharedSchemas = {
  Link: object(
    { href: text, rel: text, type: text, hreflang: text, title: text, length: { type: "integer" } },
    ["href"],
  ),
  Error: object({ code: text, description: text }, ["code"]),
  SimulationError: object({ code: text, message: text }, ["code"]),
  Token: object(
    {
      access_token: text,
      expires_in: { type: "integer", description: "Seconds" },
      token_type: { type: "string", enum: ["Bearer"] },
    },
    ["access_token", "expires_in", "token_type"],
  ),
  LandingPage: object({ title: text, description: text, links: listOf(ref("Link")) }, ["links"]),
  Conformance: object({ conformsTo: listOf(text) }, ["conformsTo"]),
  Collection: object(
    {
      id: text,
      title: text,
      description: text,
      notices: { ...listOf(text), description: "Such as that features are missing" },
      attribution: { ...text, description: "Whom the data come from, in their words" },
      sources: { ...listOf(text), description: "The same in few words" },
      feeds: {
        ...listOf({ type: "object" }),
        description: "Live feeds: credit, licence and last complete reading of each",
      },
      coverage: {
        type: "object",
        description:
          "Of which time and place the data are complete: intervals (RFC 3339; null is an open end: until now), gaps of single sources, countries of each category (ISO 3166-1), boxes; sets of intervals and boxes where other times are covered in other places",
      },
      links: listOf(ref("Link")),
      extent: { type: "object" },
      itemType: { type: "string", default: "feature" },
      crs: listOf({ type: "string", format: "uri" }),
      storageCrs: { type: "string", format: "uri" },
    },
    ["id", "links", "crs"],
  ),
  Collections: object({ links: listOf(ref("Link")), collections: listOf(ref("Collection")) }, [
    "links",
    "collections",
  ]),
  Geometry: {
    oneOf: [
      geometry("Point", position),
      geometry("MultiPoint", listOf(position)),
      geometry("LineString", { ...listOf(position), minItems: 2 }),
      geometry("MultiLineString", listOf(listOf(position))),
      geometry("Polygon", listOf(listOf(position))),
      geometry("MultiPolygon", listOf(listOf(listOf(position)))),
      object(
        {
          type: { type: "string", enum: ["GeometryCollection"] },
          geometries: listOf(ref("Geometry")),
        },
        ["type", "geometries"],
      ),
    ],
  },
  Feature: object(
    {
      type: { type: "string", enum: ["Feature"] },
      id: text,
      geometry: { oneOf: [ref("Geometry"), orNull({ type: "object", enum: [null] })] },
      properties: orNull({ type: "object" }),
      links: listOf(ref("Link")),
    },
    ["type", "geometry", "properties"],
  ),
  FeatureCollection: object(
    {
      type: { type: "string", enum: ["FeatureCollection"] },
      features: listOf(ref("Feature")),
      links: listOf(ref("Link")),
      timeStamp: { type: "string", format: "date-time" },
      numberMatched: { type: "integer", minimum: 0 },
      numberReturned: { type: "integer", minimum: 0 },
    },
    ["type", "features"],
  ),
  Aggregation: {
    ...object(
      {
        timeStamp: { type: "string", format: "date-time" },
        numberMatched: {
          ...counter,
          description: "Features that were counted",
        },
        numberWithoutLocation: {
          ...counter,
          description: "Features left out, since a box was given and they have no location",
        },
        numberWithoutTime: {
          ...counter,
          description: "Features left out, since a time was given and they have none",
        },
        numberNotPoints: {
          ...counter,
          description:
            "Those with another geometry than a point of two coordinates; they lie at the middle of their bounding box",
        },
        timeProperty: {
          ...text,
          description: "The property with the time of every selected feature, if there is one",
        },
        numberOutsideArea: {
          ...counter,
          description: "Features left out, since they lie outside the area",
        },
        areaEdition: {
          ...text,
          description: "With area, or groups by area: identifies the names and borders",
        },
        totals: {
          ...listOf(ref("Statistics")),
          description: "Over all counted features, for each parameter property in order",
        },
        groups: {
          ...listOf(
            object(
              {
                key: {
                  ...listOf({}),
                  description:
                    "For each parameter group-by: a day or hour as text, an hour as a number, a cell as [west, south, east, north], the name of an area, a value, or the number of a range from 0; null for features that have none",
                },
                count: counter,
                statistics: listOf(ref("Statistics")),
              },
              ["key", "count", "statistics"],
            ),
          ),
          description: "Largest first; absent without group-by",
        },
        links: listOf(ref("Link")),
      },
      [
        "timeStamp",
        "numberMatched",
        "numberWithoutLocation",
        "numberWithoutTime",
        "numberNotPoints",
        "totals",
        "links",
      ],
    ),
    example: {
      timeStamp: "2025-07-02T09:00:00.000Z",
      numberMatched: 3,
      numberWithoutLocation: 0,
      numberWithoutTime: 0,
      numberNotPoints: 0,
      timeProperty: "datetime",
      totals: [{ count: 3, sum: 61.5 }],
      groups: [
        { key: ["2025-07-01", "N20"], count: 2, statistics: [{ count: 2, sum: 21.5 }] },
        { key: ["2025-07-01", "Aqua"], count: 1, statistics: [{ count: 1, sum: 40 }] },
      ],
      links: [],
    },
  },
  AggregationQuery: {
    type: "object",
    additionalProperties: false,
    description: "The parameters of GET, with lists as arrays",
    properties: {
      "group-by": listOf(text),
      area: text,
      property: listOf(text),
      statistics: listOf(text),
      "cell-size": { type: "number" },
      "utc-offset": text,
      bbox: listOf({ type: "number" }),
      "bbox-crs": text,
      datetime: text,
      filter: { oneOf: [text, { type: "object", description: "CQL2 JSON" }] },
      "filter-lang": text,
      "filter-crs": text,
    },
    example: {
      "group-by": ["day", "region"],
      filter: {
        op: "s_intersects",
        args: [
          { property: "geometry" },
          {
            type: "Polygon",
            coordinates: [
              [
                [-121, 40],
                [-120, 40],
                [-120, 41],
                [-121, 40],
              ],
            ],
          },
        ],
      },
    },
  },
  Statistics: {
    ...object({ count: { ...counter, description: "How many numbers there are" } }, ["count"]),
    additionalProperties: { type: "number", nullable: true },
    description: "The statistics by name; null without numbers, or too large for a double",
  },
  Queryables: object({ queryables: listOf(object({ id: text, type: text }, ["type"])) }, [
    "queryables",
  ]),
  Simulation: object(
    {
      id: { type: "string", format: "uuid" },
      status: { type: "string", description: "QUEUED, COMPLETED, NO_SPREAD, FAILED" },
      clusterId: orNull({ type: "string", format: "uuid" }),
      fireName: orNull(text),
      locationName: orNull(text),
      latitude: { type: "number" },
      longitude: { type: "number" },
      model: text,
      durationHours: { type: "integer" },
      ensembleMembers: { type: "integer" },
      burnedAreaM2: orNull({ type: "number", description: "Square metres" }),
      auto: { type: "boolean" },
      createdAt: { type: "string", format: "date-time" },
      errorMessage: orNull(text),
      links: object({ self: { type: "string", format: "uri" } }, ["self"]),
    },
    ["id", "status", "latitude", "longitude", "model", "auto", "createdAt", "links"],
  ),
  SimulationList: object(
    {
      items: listOf(ref("Simulation")),
      nextCursor: orNull(text),
      notices: { ...listOf(text), description: "Such as that simulations are missing" },
    },
    ["items", "nextCursor"],
  ),
};

export type SchemaName = keyof typeof sharedSchemas;

import { geoJsonType, htmlType, jsonType, openApiType, schemaType } from "../http/answers.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import { type ParameterName, sharedParameters } from "./parameters.ts";
import { type SchemaName, sharedSchemas } from "./schemas.ts";

const schemaRef = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const featuresPath = "/ogc/features/v1";

/** The definition of the whole service (OpenAPI 3.0.3). `server` is its root URL. */
export function openApiDocument(server: string, collections: readonly CollectionId[]) {
  return {
    openapi: "3.0.3",
    info: {
      title: "Fire features and fire-spread simulations",
      version: "1.0.0",
      description:
        "Perimeters, hotspots and static heat sources by OGC API Features, and the organization's fire-spread simulations.",
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    paths: { ...tokenPath(), ...featurePaths(collections), ...simulationPaths() },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      parameters: sharedParameters,
      schemas: sharedSchemas,
    },
  };
}

function featurePaths(collections: readonly CollectionId[]): Record<string, object> {
  const paths: Record<string, object> = {
    [`${featuresPath}/`]: read("landingPage", "The landing page", { [jsonType]: "LandingPage" }, [
      "f",
    ]),
    [`${featuresPath}/conformance`]: read(
      "conformance",
      "Conformance classes",
      { [jsonType]: "Conformance" },
      ["f"],
    ),
    [`${featuresPath}/api`]: read("api", "This definition", { [openApiType]: undefined }, ["f"]),
    [`${featuresPath}/collections`]: read(
      "collections",
      "All collections",
      { [jsonType]: "Collections" },
      ["f"],
    ),
  };
  for (const id of collections) {
    const name = id.slice("svc:".length);
    const path = `${featuresPath}/collections/${id}`;
    const { title } = collectionText(id, false);
    paths[path] = read(
      `${name}.describe`,
      "The collection",
      { [jsonType]: "Collection" },
      ["f"],
      title,
    );
    paths[`${path}/queryables`] = read(
      `${name}.queryables`,
      "Properties that filters can name",
      { [jsonType]: "Queryables", [schemaType]: undefined },
      ["f"],
      title,
    );
    paths[`${path}/schema`] = read(
      `${name}.schema`,
      "Properties of features, each with one type",
      { [schemaType]: undefined, [jsonType]: undefined },
      ["f"],
      title,
    );
    paths[`${path}/sortables`] = read(
      `${name}.sortables`,
      "What features can be sorted by",
      { [schemaType]: undefined, [jsonType]: undefined },
      ["f"],
      title,
    );
    paths[`${path}/items`] = read(
      `${name}.items`,
      "Features, newest first unless sortby says otherwise",
      { [geoJsonType]: "FeatureCollection" },
      [
        "f",
        "limit",
        "bbox",
        "bbox-crs",
        "datetime",
        "filter",
        "filter-lang",
        "filter-crs",
        "crs",
        "sortby",
        "properties",
        "cursor",
      ],
      title,
    );
    const aggregation = read(
      `${name}.aggregate`,
      "Counts and statistics of features, in groups",
      { [jsonType]: "Aggregation" },
      [
        "group-by",
        "area",
        "property",
        "statistics",
        "cell-size",
        "utc-offset",
        "bbox",
        "bbox-crs",
        "datetime",
        "filter",
        "filter-lang",
        "filter-crs",
      ],
      title,
    );
    paths[`${path}/aggregate`] = {
      ...aggregation,
      post: postOf(aggregation.get, "AggregationQuery"),
    };
    paths[`${path}/items/{featureId}`] = read(
      `${name}.item`,
      "One feature",
      { [geoJsonType]: "Feature" },
      ["featureId", "f", "crs", "properties"],
      title,
    );
  }
  return paths;
}

function read(
  operationId: string,
  summary: string,
  bodies: Record<string, SchemaName | undefined>,
  parameters: ParameterName[],
  tag = "Service",
) {
  const content: Record<string, object> = { [htmlType]: { schema: { type: "string" } } };
  for (const [type, name] of Object.entries(bodies)) {
    content[type] = { schema: name ? schemaRef(name) : { type: "object" } };
  }
  return {
    get: {
      operationId,
      summary,
      tags: [tag],
      parameters: [...parameters, "otherParameters" as const].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      responses: {
        "200": { description: "Success", content },
        "304": { description: "Not modified since the given ETag" },
        "400": error("A query parameter has an invalid value"),
        "401": error("The bearer token is missing, invalid or expired"),
        "404": error("The resource does not exist"),
        "406": error("No offered representation is acceptable"),
        "429": error("Too many requests"),
        "500": error("Server error"),
      },
    },
  };
}

/** The same operation with its parameters in the body, for those that are too long for a URL. */
function postOf(
  { operationId, summary, tags, responses }: ReturnType<typeof read>["get"],
  schema: SchemaName,
) {
  const { "304": _, ...answers } = responses;
  const { content } = responses["200"];
  return {
    operationId: `${operationId}.post`,
    summary: `${summary}; for long filters`,
    tags,
    requestBody: { required: true, content: { [jsonType]: { schema: schemaRef(schema) } } },
    responses: {
      ...answers,
      "200": { description: "Success", content: { [jsonType]: content[jsonType] } },
      "413": error("The body is too long"),
    },
  };
}

function error(description: string, schema: SchemaName = "Error") {
  return { description, content: { [jsonType]: { schema: schemaRef(schema) } } };
}

function tokenPath() {
  const property = { type: "string" };
  return {
    "/v1/token": {
      post: {
        operationId: "token",
        summary: "Exchange an API client for a bearer token",
        tags: ["Token"],
        security: [],
        requestBody: {
          required: true,
          content: {
            [jsonType]: {
              schema: {
                type: "object",
                required: ["client_id", "client_secret"],
                properties: { client_id: property, client_secret: property },
              },
            },
          },
        },
        responses: {
          "200": {
            description: "Success",
            content: { [jsonType]: { schema: schemaRef("Token") } },
          },
          "400": error("The body does not match the schema"),
          "401": error("The client_id or the client_secret is wrong"),
          "429": error("Too many wrong secrets"),
        },
      },
    },
  };
}

function simulationPaths() {
  const parameter = (name: string, description: string, schema: object) => ({
    name,
    in: "query",
    description,
    schema,
  });
  return {
    "/v1/fire-spread/simulations": {
      get: {
        operationId: "simulations",
        summary: "The organization's simulations, newest first",
        tags: ["Simulations"],
        parameters: [
          parameter("since", "Created at or after this instant, or midnight UTC of this date", {
            type: "string",
          }),
          parameter("limit", "Page size", {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 20,
          }),
          parameter("cursor", "nextCursor of the previous page", { type: "string" }),
        ],
        responses: {
          "200": {
            description: "Success",
            content: {
              [jsonType]: { schema: schemaRef("SimulationList") },
            },
          },
          "401": error("The bearer token is missing, invalid or expired"),
          "422": error("A bad cursor, since or limit", "SimulationError"),
        },
      },
    },
  };
}

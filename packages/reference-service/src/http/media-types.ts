import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import { invalidParameter, Problem } from "../values/problems.ts";
import type { ServiceContext, ServiceEnv } from "./environment.ts";

export const htmlType = "text/html";
export const jsonType = "application/json";
export const geoJsonType = "application/geo+json";
export const schemaType = "application/schema+json";
export const openApiType = "application/vnd.oai.openapi+json;version=3.0";

const formatNames: Record<string, string> = {
  [htmlType]: "a page",
  [jsonType]: "JSON",
  [geoJsonType]: "GeoJSON",
  [schemaType]: "JSON Schema",
  [openApiType]: "OpenAPI",
};

/** A media type in the words of readers, such as "GeoJSON". */
export function formatName(type: string): string {
  return formatNames[type] ?? type;
}

/** Short names accepted by `f` in addition to the media types. */
const shortNames: Record<string, string> = { html: htmlType };

/**
 * The media type to answer with: the one that `f` names, else the offered type that `Accept`
 * prefers (the first among equals). `json` names the first.
 * @throws {Problem} when `f` is unknown (400) or no offered type is acceptable (406)
 */
export function negotiate(context: ServiceContext, offered: readonly string[]): string {
  // A plus sign that was not percent-encoded arrives as a space.
  const format = context.req.query("f")?.replaceAll(" ", "+");
  if (format !== undefined) {
    const wanted = format === "json" ? offered[0]! : (shortNames[format] ?? format);
    const found = offered.find((type) => type === wanted || type.startsWith(`${wanted};`));
    if (found) return found;
    throw invalidParameter("f", `must be one of json, html, ${offered.join(", ")}.`);
  }
  const type = accepts(context, {
    header: "Accept",
    supports: [...offered],
    default: offered[0]!,
    match: preferred,
  });
  if (type !== "") return type;
  throw new Problem(406, "not-acceptable", `This resource is offered as ${offered.join(", ")}.`);
}

type Match = NonNullable<Parameters<typeof accepts>[1]["match"]>;

/** The type of the highest quality, the first among equals; empty if all have quality 0. */
const preferred: Match = (ranges, { supports }) => {
  let best = { type: "", quality: 0 };
  for (const type of supports) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
};

/** RFC 9110, 12.5.1: the most specific matching range wins. */
function qualityOf(type: string, ranges: Parameters<Match>[0]): number {
  const [bare = ""] = type.split(";");
  const [main] = bare.split("/");
  const matching = [bare, `${main}/*`, "*/*"].map((pattern) =>
    ranges.find((range) => range.type.toLowerCase() === pattern),
  );
  return matching.find((range) => range !== undefined)?.q ?? 0;
}

const readMethods = ["GET", "HEAD", "OPTIONS"];
const featuresPath = "/ogc/features/v1";

/** Every path of the interface, with its methods. */
const paths: [path: string, methods: string[]][] = [
  ["/v1/token", ["POST", "OPTIONS"]],
  ["/v1/fire-spread/simulations", readMethods],
  [featuresPath, readMethods],
  [`${featuresPath}/`, readMethods],
  [`${featuresPath}/conformance`, readMethods],
  [`${featuresPath}/api`, readMethods],
  [`${featuresPath}/collections`, readMethods],
  [`${featuresPath}/collections/:collectionId`, readMethods],
  [`${featuresPath}/collections/:collectionId/items`, readMethods],
  [`${featuresPath}/collections/:collectionId/items/:featureId`, readMethods],
  [`${featuresPath}/collections/:collectionId/queryables`, readMethods],
  [`${featuresPath}/collections/:collectionId/aggregate`, ["GET", "HEAD", "POST", "OPTIONS"]],
];

/** Answers `OPTIONS`, and answers 405 to methods that a path does not support. */
export function methodRoutes(app: Hono<ServiceEnv>): void {
  for (const [path, methods] of paths) {
    const allow = methods.join(", ");
    app.options(path, (context) => context.body(null, 204, { Allow: allow }));
    app.all(path, async (context, next) => {
      if (methods.includes(context.req.method)) return next();
      throw new Problem(405, "method-not-allowed", `This path has the methods ${allow}.`, {
        Allow: allow,
      });
    });
  }
}

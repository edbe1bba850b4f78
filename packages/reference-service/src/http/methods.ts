import type { Hono } from "hono";
import { Problem } from "../problems.ts";
import type { ServiceEnv } from "./environment.ts";

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

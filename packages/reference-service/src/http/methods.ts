import type { Hono } from "hono";
import { Problem } from "../problems.ts";
import type { ServiceEnv } from "./environment.ts";

const READ = ["GET", "HEAD", "OPTIONS"];
const FEATURES = "/ogc/features/v1";

/** Every path of the interface, with the methods it has. */
const PATHS: [path: string, methods: string[]][] = [
  ["/v1/token", ["POST", "OPTIONS"]],
  ["/v1/fire-spread/simulations", READ],
  [FEATURES, READ],
  [`${FEATURES}/`, READ],
  [`${FEATURES}/conformance`, READ],
  [`${FEATURES}/api`, READ],
  [`${FEATURES}/collections`, READ],
  [`${FEATURES}/collections/:collectionId`, READ],
  [`${FEATURES}/collections/:collectionId/items`, READ],
  [`${FEATURES}/collections/:collectionId/items/:featureId`, READ],
  [`${FEATURES}/collections/:collectionId/queryables`, READ],
];

/** Answers `OPTIONS`, and 405 to methods that a path does not have. */
export function methodRoutes(app: Hono<ServiceEnv>): void {
  for (const [path, methods] of PATHS) {
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

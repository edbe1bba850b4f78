import { createHttpTools, problem } from "@emberline/http-tools";
import { mcpHttpHandler } from "@emberline/mcp-server";
import { createGeocoder, svgPictures } from "@emberline/tools";
import { pngPictures } from "@emberline/tools/node";
import { type Context, Hono } from "hono";
import { embeddedService, servicePath } from "./embedded-service.ts";
import { exportsPath, temporaryExports } from "./exports.ts";
import { keyGuard, rebindingGuard } from "./guard.ts";
import { pages } from "./pages.ts";
import type { Settings } from "./settings.ts";
import type { Upstream } from "./upstream.ts";
import { version } from "./version.ts";

/** Playground, MCP, HTTP tools and the embedded service as one app. */
export function createApp(settings: Settings, upstream: Upstream): Hono {
  const { client, notices, embedded } = upstream;
  const { roles, geocoder } = settings;
  const exports = temporaryExports(settings);
  const options = {
    tools: settings.tools,
    context: {
      client,
      now: Date.now,
      notices,
      ...(roles && { roles }),
      ...(geocoder && { geocoder: createGeocoder(geocoder) }),
    },
    forRequest: ({ url }: Request) => ({
      exports: exports.under(settings.publicUrl ?? new URL(url).origin),
    }),
    version,
  };
  const mcp = mcpHttpHandler({
    ...options,
    context: { ...options.context, pictures: pngPictures },
  });
  const httpTools = createHttpTools({ ...options, pictures: [svgPictures, pngPictures] });

  const app = new Hono();
  app.use(rebindingGuard(settings));
  const withKey = keyGuard(settings);
  for (const path of ["/mcp", "/tools", "/tools/*", "/openapi.json"]) app.use(path, withKey);
  app.all("/mcp", (c) => mcp.fetch(c.req.raw));
  // The signature in the URL is the key.
  app.get(`${exportsPath}/:id`, (c) => exports.serve(c));
  if (embedded) app.all(`${servicePath}/*`, embeddedService(embedded, settings));
  app.route("/", httpTools);
  app.route("/", pages());
  app.notFound((c: Context) =>
    problem(
      404,
      "not_found",
      `There is nothing at ${c.req.path.slice(0, 200)}: the playground is at /, MCP at /mcp, the tools at /tools, their description at /openapi.json.`,
    ),
  );
  app.onError((error) => {
    // Its text may hold what callers must not see.
    process.stderr.write(`emberline-server: ${error.name}\n`);
    return problem(500, "internal", "Emberline failed on this request, by a fault of its own.");
  });
  return app;
}

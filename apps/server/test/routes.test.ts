import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";

const publicUrl = "https://fires.example";
const key = "first-key-9d2-of-some-length";

/** How requests without credentials end: 404 where no pages were built. */
const anyone = [200, 204, 302, 404];
const callers = [401];
/** Who has another secret: a signature, the key for metrics, a token of the service. */
const others = [403];

/** Every route that answers, with a request to it and how that ends without credentials. */
const routes: Readonly<Record<string, readonly [path: string, statuses: readonly number[]]>> = {
  "GET /.well-known/oauth-protected-resource": ["/.well-known/oauth-protected-resource", anyone],
  "GET /.well-known/oauth-protected-resource/mcp": [
    "/.well-known/oauth-protected-resource/mcp",
    anyone,
  ],
  "GET /.well-known/oauth-protected-resource/tools": [
    "/.well-known/oauth-protected-resource/tools",
    anyone,
  ],
  ...Object.fromEntries(
    [
      "/mcp/server-card",
      "/.well-known/mcp/server-card.json",
      "/.well-known/ai-catalog.json",
      "/.well-known/agent-skills/index.json",
      ...["situation", "briefing", "or-industry", "changes", "story"].map(
        (name) => `/.well-known/agent-skills/fire-${name}/SKILL.md`,
      ),
    ].flatMap((path) => ["GET", "OPTIONS"].map((method) => [`${method} ${path}`, [path, anyone]])),
  ),
  "GET /llms.txt": ["/llms.txt", anyone],
  "GET /healthz": ["/healthz", anyone],
  "GET /readyz": ["/readyz", anyone],
  "GET /metrics": ["/metrics", others],
  "ALL /mcp": ["/mcp", callers],
  "ALL /mcp/": ["/mcp/", callers],
  "ALL /tools/*": ["/tools", callers],
  "ALL /openapi.json": ["/openapi.json", callers],
  "GET /watches": ["/watches", callers],
  "POST /watches": ["/watches", callers],
  "GET /watches/:id": ["/watches/wch_1", callers],
  "DELETE /watches/:id": ["/watches/wch_1", callers],
  "POST /watches/:id/test": ["/watches/wch_1/test", callers],
  "GET /playground/status": ["/playground/status", callers],
  "GET /exports/:id": ["/exports/0123456789ab.csv", others],
  "ALL /service/*": ["/service/ogc/features/v1/collections", others],
  "GET /docs/problems": ["/docs/problems", anyone],
  "GET /docs/problems/:code": ["/docs/problems/not_found", anyone],
  "GET /docs/documents": ["/docs/documents", anyone],
  // Only with the embedded service of this machine.
  "GET /docs/service.json": ["/docs/service.json", [404]],
  "GET /docs/": ["/docs/", anyone],
  "GET /docs": ["/docs", anyone],
  "GET /docs/assets/*": ["/docs/assets/none.js", [404]],
  "GET /docs/*": ["/docs/start", anyone],
  "GET /basemap/:set{ground|names}/:z{\\d+}/:x{\\d+}/:y{\\d+}": ["/basemap/ground/0/0/0", anyone],
  "GET /*": ["/", anyone],
};

/** What runs before and after routes, and answers none. */
const around = [
  "ALL /*",
  "ALL /.well-known/oauth-protected-resource/*",
  "ALL /playground/status",
  "ALL /watches/*",
  "ALL /assets/*",
  "ALL /docs/assets/*",
];

async function startApp() {
  const settings = readSettings({
    args: ["--host", "0.0.0.0"],
    environment: {
      EMBERLINE_API_KEYS: key,
      EMBERLINE_PUBLIC_URL: publicUrl,
      EMBERLINE_OAUTH_ISSUER: "https://login.example",
    },
  });
  const metrics = { text: async () => "up 1\n" };
  return createApp(settings, await openUpstream(settings, publicUrl), { metrics });
}

test("every route is in the table, and answers strangers only if it is for anyone", async () => {
  const app = await startApp();
  const found = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual([...found].sort(), [...Object.keys(routes), ...around].sort());
  for (const [route, [path, statuses]] of Object.entries(routes)) {
    const named = /^(GET|OPTIONS)/.exec(route)?.[0];
    const method = named ?? "POST";
    const request = new Request(`http://127.0.0.1:3000${path}`, { method });
    const { status } = await app.fetch(request);
    assert.ok(statuses.includes(status), `${route}: ${status}`);
  }
});

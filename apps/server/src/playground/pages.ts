import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Settings } from "../read-settings.ts";

const built = fileURLToPath(new URL("../../dist/pages", import.meta.url));
const builtSite = fileURLToPath(new URL("../../dist/site", import.meta.url));

/** Where programs such as Ollama serve models; a policy cannot name an IPv6 address. */
const thisMachine = ["http://localhost:*", "http://127.0.0.1:*"];

/**
 * The built pages of the playground and of the documents. They use no other host but that of the
 * model which a person chose, and cannot be framed.
 */
export function pages({ chatOrigins }: Pick<Settings, "chatOrigins">): Hono {
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ...thisMachine, ...chatOrigins],
        imgSrc: ["'self'", "data:", "blob:"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: "no-referrer",
      strictTransportSecurity: false,
    }),
  );
  if (!existsSync(`${built}/index.html`)) {
    app.get("/", (c) => c.text("The playground is not built: run npm run build.\n"));
    return app;
  }
  // Vite puts a content hash into asset names.
  for (const path of ["/assets/*", "/docs/assets/*"])
    app.use(path, async (c, next) => {
      await next();
      if (c.res.ok) c.header("cache-control", "public, max-age=31536000, immutable");
    });
  // The build has put a compressed copy of each file next to it.
  app.get("*", async (c, next) => {
    await next();
    if (c.res.ok && !/accept-encoding/i.test(c.res.headers.get("vary") ?? ""))
      c.res.headers.append("vary", "accept-encoding");
  });
  const page = (path: string) => serveStatic({ path, precompressed: true });
  app.get("/docs", page(`${builtSite}/index.html`));
  app.get("/docs/api", page(`${built}/docs/api.html`));
  const site = { root: builtSite, precompressed: true, rewriteRequestPath: fileOfSite };
  app.get("/docs/*", serveStatic(site));
  app.get("*", serveStatic({ root: built, precompressed: true }));
  return app;
}

/** `/docs/start` is the file `start.html`. */
function fileOfSite(path: string): string {
  const inside = path.slice("/docs".length);
  return /\.[a-z]+$/.test(inside) ? inside : `${inside}.html`;
}

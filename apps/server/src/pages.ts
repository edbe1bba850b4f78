import { existsSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { syntheticDataNotice, type ToolError } from "@emberline/tools";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import { needsCredentials } from "./access-guard.ts";
import { accepts } from "./compress/compress-answers.ts";
import type { MapStyle } from "./map-style.ts";
import type { Settings } from "./read-settings.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Upstream } from "./upstream.ts";

const built = fileURLToPath(new URL("../dist/pages", import.meta.url));
const builtSite = fileURLToPath(new URL("../dist/site", import.meta.url));

/** Where programs such as Ollama serve models; a policy cannot name an IPv6 address. */
const thisMachine = ["http://localhost:*", "http://127.0.0.1:*"];

/**
 * The built pages of the playground and of the documents. They use no other host but that of the
 * model which a person chose, and cannot be framed.
 */
export function pages(
  settings: Pick<Settings, "chatOrigins" | "publicUrl" | "apiKeys" | "keysPath" | "oauth">,
  style?: MapStyle,
): Hono {
  const { chatOrigins, publicUrl } = settings;
  const app = new Hono();
  const hosts = style?.origins ?? [];
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ...thisMachine, ...chatOrigins, ...hosts],
        imgSrc: ["'self'", "data:", "blob:", ...hosts],
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
  const site = { root: builtSite, rewriteRequestPath: fileOfSite };
  app.get("/docs/assets/*", serveStatic({ ...site, precompressed: true }));
  const withAddress = withAddressOf((c) => publicUrl ?? new URL(c.req.url).origin);
  app.get("/docs", withAddress, serveStatic({ path: `${builtSite}/index.html` }));
  app.get("/llms.txt", withAddress, serveStatic({ path: `${builtSite}/llms.txt` }));
  const rewriteRequestPath = (path: string) =>
    fileOfSite(path.endsWith(".md") ? path.replace(/md$/, "with-key.md") : `${path}.with-key`);
  if (needsCredentials(settings))
    app.get("/docs/*", withAddress, serveStatic({ ...site, rewriteRequestPath }));
  app.get("/docs/*", withAddress, serveStatic(site));
  app.get("*", serveStatic({ root: built, precompressed: true }));
  return app;
}

/** What the documents call the address of a server that `npm start` has started. */
const writtenAddress = "http://127.0.0.1:3000";

/** In the documents, the address that the caller used: what is copied from them works there. */
function withAddressOf(addressOf: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.ok && c.req.path.endsWith(".md"))
      c.header("content-type", "text/markdown; charset=utf-8");
    if (!/^text\/(html|markdown|plain)/.test(c.res.headers.get("content-type") ?? "")) return;
    const text = await c.res.text();
    c.header("content-length", undefined);
    // The caller chose it, so it may have quotes.
    const address = addressOf(c).replaceAll(/["'<>&]/g, "");
    c.res = c.body(text.replaceAll(writtenAddress, address));
  };
}

/** `/docs/start` is the file `start.html`. */
function fileOfSite(path: string): string {
  const inside = path.slice("/docs".length);
  return /\.[a-z]+$/.test(inside) ? inside : `${inside}.html`;
}

const indexPath = fileURLToPath(new URL("../dist/basemap/tiles.json", import.meta.url));
const bodiesPath = fileURLToPath(new URL("../dist/basemap/tiles.bin", import.meta.url));

/** What the build wrote: where each tile begins in `tiles.bin`, and how long it is. */
const indexSchema = z.object({
  version: z.string(),
  tiles: z.record(z.string(), z.tuple([z.number(), z.number()])),
});

interface Tiles {
  readonly version: string;
  readonly places: ReadonlyMap<string, readonly [start: number, length: number]>;
  readonly file: FileHandle;
}

let opening: Promise<Tiles> | undefined;

/** The playground's vector tiles of the world, and the operator's style; public, as its pages. */
export function basemap(style?: MapStyle): Hono {
  const app = new Hono();
  if (style)
    app.get("/basemap/style.json", (c) =>
      c.body(style.json, 200, { "content-type": "application/json" }),
    );
  app.get("/basemap/:set{ground|names}/:z{\\d+}/:x{\\d+}/:y{\\d+}", async (c) => {
    // Without a build, the map has no ground, as there is no page.
    if (!existsSync(indexPath)) return c.body(null, 204);
    opening ??= openTiles();
    const { version, places, file } = await opening;
    const tag = `"${version}"`;
    c.header("etag", tag);
    c.header("cache-control", "public, max-age=86400");
    if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304);
    const { set, z: zoom, x, y } = c.req.param();
    const place = places.get(`${set}/${zoom}/${x}/${y}`);
    // The open sea: a browser would report a 404 as an error of the page.
    if (!place) return c.body(null, 204);
    const [start, length] = place;
    const { buffer } = await file.read(new Uint8Array(length), 0, length, start);
    c.header("content-type", "application/vnd.mapbox-vector-tile");
    c.header("vary", "accept-encoding");
    if (!accepts(c.req.header("accept-encoding"), "gzip"))
      return c.body(new Uint8Array(await promisify(gunzip)(buffer)));
    c.header("content-encoding", "gzip");
    return c.body(buffer);
  });
  return app;
}

async function openTiles(): Promise<Tiles> {
  const { version, tiles } = indexSchema.parse(JSON.parse(await readFile(indexPath, "utf8")));
  return { version, places: new Map(Object.entries(tiles)), file: await open(bodiesPath) };
}

/**
 * What the playground shows of the server and of its data: where it is, which models its page may
 * call, and what the service has. `service` is "down" if the service did not say.
 */
export function status(
  settings: Settings,
  surfaces: Surfaces,
  { notices }: Upstream,
  style?: MapStyle,
): Handler {
  const isSynthetic = notices.includes(syntheticDataNotice);
  const { chatOrigins, publicUrl } = settings;
  const ofServer = {
    key_required: needsCredentials(settings),
    map_style: style !== undefined,
    chat_origins: chatOrigins === "*" ? ["*"] : chatOrigins,
  };
  return async (c) => {
    const result = await surfaces.dataStatus(c);
    const address = publicUrl ?? new URL(c.req.url).origin;
    const data = result.ok
      ? { service: "ready", ...result.output }
      : lack(result.error, isSynthetic);
    c.header("cache-control", "no-store");
    return c.json({ ...ofServer, address, ...data });
  };
}

function lack({ code, message }: ToolError, isSynthetic: boolean) {
  if (code !== "not_allowed") return { service: "down", reason: message };
  // The tools of the caller show no collections.
  return { service: "ready", ...(isSynthetic && { data: "synthetic" }), collections: [] };
}

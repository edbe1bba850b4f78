import { existsSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Hono } from "hono";
import { z } from "zod";
import { accepts } from "../compress/choose-coding.ts";

const indexPath = fileURLToPath(new URL("../../dist/basemap/tiles.json", import.meta.url));
const bodiesPath = fileURLToPath(new URL("../../dist/basemap/tiles.bin", import.meta.url));

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

/** The playground's vector tiles of the world; public, as its pages are. */
export function basemap(): Hono {
  const app = new Hono();
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

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type HostileSource = "firms" | "wfigs" | "feds";

/** What a source that was taken over, or a proxy before it, may answer. */
export type HostileKind =
  /** A small compressed body of gigabytes. */
  | "gzip-bomb"
  /** A row of a million columns, or a feature of a million properties. */
  | "many-columns"
  /** Rows without end. */
  | "endless-body"
  /** Always one more page, with another row. */
  | "endless-pages"
  /** To another host. */
  | "redirect";

const rowsPerPart = 10_000;
const bombParts = 2000;

/** A source's answers, and the requests that a redirect brought to another host. */
export class HostileSources {
  readonly origin: string;
  readonly kinds: Readonly<Record<HostileSource, HostileKind>>;
  strayed = 0;
  #pages = 0;
  readonly #close: () => Promise<void>;

  private constructor(
    origin: string,
    kinds: Readonly<Record<HostileSource, HostileKind>>,
    close: () => Promise<void>,
  ) {
    this.origin = origin;
    this.kinds = kinds;
    this.#close = close;
  }

  static async start(kinds: Readonly<Record<HostileSource, HostileKind>>): Promise<HostileSources> {
    const other = createServer((_, response) => {
      sources.strayed++;
      response.end();
    });
    const server = createServer((request, response) => {
      const source = request.url!.split("/")[1] as HostileSource;
      if (request.url!.includes("mapkey_status")) response.end("{}");
      else void sources.#answer(source, response, origin(other));
    });
    for (const each of [server, other]) await once(each.listen(0, "127.0.0.1"), "listening");
    const sources = new HostileSources(origin(server), kinds, async () => {
      for (const each of [server, other]) {
        each.close();
        each.closeAllConnections();
        await once(each, "close");
      }
    });
    return sources;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #answer(source: HostileSource, response: ServerResponse, other: string): Promise<void> {
    const kind = this.kinds[source];
    if (kind === "redirect") {
      response.writeHead(302, { location: `${other}/elsewhere` }).end();
    } else if (kind === "gzip-bomb") {
      response.writeHead(200, { "content-encoding": "gzip" });
      const part = gzipSync(manyRows(source));
      response.write(gzipSync(opening(source)));
      await send(response, part, bombParts);
      response.end();
    } else if (kind === "endless-body") {
      response.write(opening(source));
      await send(response, manyRows(source), Number.POSITIVE_INFINITY);
    } else if (kind === "many-columns") {
      response.end(wide(source));
    } else {
      response.end(page(source, this.#pages++));
    }
  }
}

function origin(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a part this many times, or until the client leaves. */
async function send(response: ServerResponse, part: string | Buffer, times: number): Promise<void> {
  const left = once(response, "close");
  for (let i = 0; i < times && !response.destroyed; i++) {
    if (response.write(part)) await new Promise((resolve) => setImmediate(resolve));
    else await Promise.race([once(response, "drain"), left]);
  }
}

function opening(source: HostileSource): string {
  return source === "firms"
    ? "latitude,longitude,acq_date,acq_time,satellite,version,frp,daynight\n"
    : '{"type":"FeatureCollection","features":[';
}

function manyRows(source: HostileSource): string {
  const day = new Date().toISOString().slice(0, 10);
  const row = source === "firms" ? `10.5,20.5,${day},1,N21,2.0NRT,3.5,N\n` : `${feature({})},`;
  return row.repeat(rowsPerPart);
}

function wide(source: HostileSource): string {
  const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`);
  if (source === "firms") {
    const header = ["latitude", "longitude", "acq_date", "acq_time", ...names].join(",");
    return `${header}\n${"1,".repeat(names.length + 3)}1\n`;
  }
  const properties = Object.fromEntries(names.map((name) => [name, 1]));
  return `{"type":"FeatureCollection","features":[${feature(properties)}]}`;
}

function page(source: HostileSource, number: number): string {
  const row = feature(
    source === "wfigs"
      ? { OBJECTID: number, attr_UniqueFireIdentifier: `2026-ORPRD-${number}` }
      : { primarykey: `CONUS|${number}.0|2026-07-30T00:00:00`, t: "2026-07-30T00:00:00" },
  );
  return JSON.stringify({
    type: "FeatureCollection",
    exceededTransferLimit: true,
    links: [{ rel: "next", href: "http://127.0.0.1/" }],
    features: [JSON.parse(row)],
  });
}

function feature(properties: object): string {
  const coordinates = [
    [
      [1, 1],
      [1.1, 1],
      [1.1, 1.1],
      [1, 1],
    ],
  ];
  return JSON.stringify({
    type: "Feature",
    geometry: { type: "Polygon", coordinates },
    properties,
  });
}

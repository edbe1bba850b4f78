import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cannedPages } from "../lib/canned-features.ts";
import { subject } from "../lib/child.ts";
import { median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const rounds = 21;
const pages = {
  points: cannedPages({ features: 10_000, pageSize: 10_000 }, () => "")[0]!,
  polygons: polygonPage({ features: 1_000, vertices: 500 }),
};

const runtimes = {
  node: { program: process.execPath, args: ["--expose-gc"], bound: 1.1 },
  bun: {
    program: fileURLToPath(new URL("../../node_modules/.bin/bun", import.meta.url)),
    args: ["--expose-gc"],
    bound: 1.25,
  },
};

/** One page, read and checked by the client, compared with reading alone. */
export const clientValidate: Row = {
  name: "client-validate",
  async run() {
    const server = createServer(({ url }, response) => {
      const page = url?.includes("polygons") ? pages.polygons : pages.points;
      response.writeHead(200, {
        "content-type": "application/geo+json",
        "content-length": page.byteLength,
      });
      response.end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const lines: Line[] = [];
      for (const runtime of Object.keys(runtimes) as (keyof typeof runtimes)[]) {
        for (const collection of Object.keys(pages))
          lines.push(await lineOf(runtime, collection, baseUrl));
      }
      return lines;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
};

async function lineOf(
  runtime: keyof typeof runtimes,
  collection: string,
  baseUrl: string,
): Promise<Line> {
  const { program, args, bound } = runtimes[runtime];
  const { stdout } = await promisify(execFile)(program, [
    ...args,
    subject("validate.mjs"),
    baseUrl,
    collection,
    String(rounds),
  ]);
  const { bare, emberline }: { bare: number[]; emberline: number[] } = JSON.parse(stdout);
  const isFirst = runtime === "node" && collection === "points";
  return {
    name: isFirst ? "client-validate" : `client-validate-${runtime}-${collection}`,
    value: medianRatio(emberline, bare),
    unit: `× fetch().json(), one page of ${collection}, ${runtime}`,
    goal: { kind: "≤", bound },
    measured: { unit: "ms", bare: median(bare), emberline: median(emberline) },
  };
}

/** Polygons of one ring with `vertices` positions. */
function polygonPage({ features, vertices }: { features: number; vertices: number }): Buffer {
  const polygons = Array.from({ length: features }, (_, index) => {
    const ring = Array.from({ length: vertices - 1 }, (_, vertex) => {
      const angle = (vertex / (vertices - 1)) * 2 * Math.PI;
      return [113 + (index % 40) + Math.cos(angle) / 3, -44 + (index % 33) + Math.sin(angle) / 3];
    });
    const coordinates = [[...ring, ring[0]]];
    return {
      type: "Feature",
      id: `perimeter-${index}`,
      geometry: { type: "Polygon", coordinates },
      properties: { index },
    };
  });
  const page = {
    type: "FeatureCollection",
    features: polygons,
    links: [],
    numberReturned: features,
  };
  return Buffer.from(JSON.stringify(page));
}

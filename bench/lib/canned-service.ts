import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cannedPages } from "./canned-features.ts";

/** A feature service with prepared answers, so that only the client is measured. */
export interface CannedService {
  readonly baseUrl: string;
  /** The number of requests answered since the last call. */
  takeRequests(): number;
  close(): void;
}

export const collection = "svc:hotspots";
const root = "/ogc/features/v1";
const itemsPath = `${root}/collections/${collection}/items`;

const emptyPage = Buffer.from(JSON.stringify({ type: "FeatureCollection", features: [] }));

/** Serves the same features in pages of any of these sizes. */
export async function startCannedService(
  features: number,
  pageSizes: readonly number[],
): Promise<CannedService> {
  let requests = 0;
  const documents = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    requests++;
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? "/", baseUrl);
    const page = `${searchParams.get("limit")} ${searchParams.get("offset") ?? 0}`;
    const isItems = decodeURIComponent(pathname) === itemsPath;
    send(response, documents.get(isItems ? page : decodeURIComponent(pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  for (const [path, document] of describingDocuments(baseUrl)) {
    documents.set(path, Buffer.from(JSON.stringify(document)));
  }
  for (const limit of pageSizes) {
    const url = (offset: number) => `${baseUrl}${itemsPath}?limit=${limit}&offset=${offset}`;
    for (const [index, page] of cannedPages({ features, pageSize: limit }, url).entries()) {
      documents.set(`${limit} ${index * limit}`, page);
    }
    // Clients that page by offset find the end from an empty page past it.
    documents.set(`${limit} ${features}`, emptyPage);
  }
  return {
    baseUrl,
    takeRequests() {
      const taken = requests;
      requests = 0;
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, body: Buffer | undefined): void {
  if (!body) return void response.writeHead(404).end();
  const headers = { "content-type": "application/json", "content-length": body.byteLength };
  response.writeHead(200, headers).end(body);
}

/**
 * What clients read before the first page: a token, and what OGC API
 * Features Part 1 wants of a service.
 */
function describingDocuments(baseUrl: string): [path: string, document: object][] {
  const link = (rel: string, path: string) => ({
    rel,
    href: baseUrl + path,
    type: "application/json",
  });
  const description = {
    id: collection,
    itemType: "feature",
    links: [{ ...link("items", itemsPath), type: "application/geo+json" }],
  };
  return [
    ["/v1/token", { access_token: "token", expires_in: 3600, token_type: "Bearer" }],
    [
      root,
      {
        links: [
          link("service-desc", `${root}/api`),
          link("conformance", `${root}/conformance`),
          link("data", `${root}/collections`),
        ],
      },
    ],
    [
      `${root}/conformance`,
      { conformsTo: ["http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"] },
    ],
    [`${root}/collections`, { links: [], collections: [description] }],
    [`${root}/collections/${collection}`, description],
  ];
}

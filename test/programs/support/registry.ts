import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import type { Packed } from "../../../scripts/pack.mjs";

export interface Registry {
  /** Ends with a slash. */
  readonly url: string;
  close(): void;
}

/** A registry on this machine with the packed packages; sends requests for others to `upstream`. */
export async function startRegistry(
  packed: readonly Packed[],
  upstream: string,
): Promise<Registry> {
  const documents = new Map<string, string>();
  const archives = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    const archive = archives.get(path);
    if (archive) return void response.writeHead(200, { "cache-control": "no-store" }).end(archive);
    const document = documents.get(path);
    if (!document) {
      response.writeHead(302, { location: new URL(request.url!.slice(1), upstream).href });
      return void response.end();
    }
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(document);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const { name, version, archive, manifest } of packed) {
    const bytes = await readFile(archive);
    const path = `packed/${basename(archive)}`;
    archives.set(path, bytes);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${url}${path}`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    documents.set(name, JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  }
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

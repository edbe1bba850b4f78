import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApiClient, createReferenceService } from "@emberline/reference-service";
import { createAdaptorServer } from "@hono/node-server";

export interface RecordedUpstream {
  readonly url: string;
  /** Every request so far: URL, headers and body as one text. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Changes what the service receives or answers. */
type Through = (
  request: Request,
  serve: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** The service of the interface on a port, which records what it receives. */
export async function startUpstream(
  clients: ApiClient[],
  data?: string,
  through: Through = (request, serve) => serve(request),
): Promise<RecordedUpstream> {
  const service = await createReferenceService({ clients, ...(data !== undefined && { data }) });
  const requests: string[] = [];
  const server = createAdaptorServer({
    async fetch(request) {
      const body = await request.clone().text();
      requests.push(`${request.url} ${JSON.stringify([...request.headers])} ${body}`);
      return through(request, (each) => Promise.resolve(service.fetch(each)));
    },
  }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

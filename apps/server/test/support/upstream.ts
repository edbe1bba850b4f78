import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApiClient, createReferenceService } from "@emberline/reference-service";
import { createAdaptorServer } from "@hono/node-server";

export interface RecordedUpstream {
  readonly url: string;
  /** Every request so far: URL, headers and body as one text. */
  readonly requests: string[];
  /** The settings of a server that calls it as its first client. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Changes what the service receives or answers. */
type Through = (
  request: Request,
  serve: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** The service of the interface on a port, which records what it receives. */
export async function startUpstream(
  clients: (ApiClient & { readonly secret: string })[],
  data?: string,
  through: Through = (request, serve) => serve(request),
): Promise<RecordedUpstream> {
  const service = await createReferenceService({
    clients,
    ...(data === undefined ? { synthetic: true } : { data }),
  });
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [operator] = clients;
  return {
    url,
    requests,
    environment: {
      EMBERLINE_BASE_URL: url,
      EMBERLINE_CLIENT_ID: operator!.id,
      EMBERLINE_CLIENT_SECRET: operator!.secret,
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

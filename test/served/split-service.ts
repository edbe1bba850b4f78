import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReferenceService } from "@emberline/reference-service";
import { getRequestListener } from "@hono/node-server";

/** An answer, none ("hang"), or the service's own once the promise resolves. */
export type Fault = (request: Request) => Response | "hang" | Promise<void> | null;

/** A part of the data as a service of its own. */
export interface PartService {
  readonly name: string;
  readonly url: string;
  /** Path and `Authorization` of every request. */
  readonly seen: { readonly path: string; readonly authorization: string }[];
  /** Answers requests instead of the service; null leaves them to it. */
  answerBy(answer: Fault | null): void;
}

export interface SplitService {
  readonly parts: readonly PartService[];
  /** `EMBERLINE_SERVICES` for all parts; their secrets are in `secrets`. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly secrets: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The files of a folder, each named part as a service with its own API client and origin. */
export async function splitService(
  folder: string,
  files: Readonly<Record<string, readonly string[]>>,
): Promise<SplitService> {
  const root = await mkdtemp(join(tmpdir(), "emberline-split-"));
  const servers: Server[] = [];
  const parts: PartService[] = [];
  for (const [name, own] of Object.entries(files)) {
    const data = join(root, name);
    await mkdir(data);
    for (const file of own) await copyFile(join(folder, file), join(data, file));
    const service = await createReferenceService({
      data,
      clients: [{ id: `${name}-client`, secret: secretOf(name) }],
    });
    const seen: { path: string; authorization: string }[] = [];
    let special: Fault | null = null;
    const listener = getRequestListener((request) => {
      const { pathname, search } = new URL(request.url);
      const authorization = request.headers.get("authorization") ?? "";
      seen.push({ path: pathname + search, authorization });
      const answer = special?.(request);
      if (answer === "hang") return new Promise<Response>(() => {});
      if (answer instanceof Promise) return answer.then(() => service.fetch(request));
      return answer ?? service.fetch(request);
    });
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    parts.push({
      name,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      seen,
      answerBy: (answer) => {
        special = answer;
      },
    });
  }
  return {
    parts,
    entries: parts.map(({ name, url }) => ({
      name,
      baseUrl: url,
      clientId: `${name}-client`,
      secretVariable: `SECRET_OF_${name.toUpperCase()}`,
    })),
    secrets: Object.fromEntries(
      parts.map(({ name }) => [`SECRET_OF_${name.toUpperCase()}`, secretOf(name)]),
    ),
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await rm(root, { recursive: true });
    },
  };
}

export function secretOf(name: string): string {
  return `secret-of-${name}-5c1`;
}

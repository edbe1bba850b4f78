import autocannon from "autocannon";
import { usage } from "./child.ts";
import type { HttpServer } from "./http-server.ts";

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Post extends Sent {
  /** `[<id>]` is replaced with a new id in each request. */
  readonly body: string;
  /** Text that every right answer contains. */
  readonly expected: string;
}

/** A GET that is right if it is answered by 304. */
export interface Revalidation extends Sent {
  readonly headers: Readonly<Record<"if-none-match", string>>;
}

export interface Load {
  readonly connections: number;
  /** The same for every compared server, since compilers optimize more with every call. */
  readonly requests: number;
}

export interface Cost {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpuUs: number;
  readonly requestsPerS: number;
}

/**
 * Repeats one request; each connection sends the next one as soon as the last is answered.
 *
 * @throws {Error} when an answer was wrong: fast refusals must not count
 */
export async function load(
  { child, origin }: HttpServer,
  request: Post | Revalidation,
  { connections, requests }: Load,
): Promise<Cost> {
  const { path, headers } = request;
  const isPost = "body" in request;
  const own = isPost
    ? {
        method: "POST" as const,
        body: request.body,
        verifyBody: (answer: unknown) => String(answer).includes(request.expected),
      }
    : { method: "GET" as const };
  const before = await usage(child);
  const result = await autocannon({
    url: origin + path,
    headers: { ...headers },
    ...own,
    idReplacement: true,
    connections,
    amount: requests,
    sampleInt: 20,
    // Seconds; a call may take 30.
    timeout: 60,
  });
  const after = await usage(child);
  const failed = isPost ? result.non2xx : requests - (result.statusCodeStats?.["304"]?.count ?? 0);
  const wrong = result.errors + failed + result.mismatches;
  if (wrong > 0 || result.requests.total !== requests) {
    throw new Error(
      `${child.spawnargs.join(" ")} answered ${result.requests.total} of ${requests} requests, ${wrong} of them wrong`,
    );
  }
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    requestsPerS: (requests * 1000) / (result.finish.getTime() - result.start.getTime()),
  };
}

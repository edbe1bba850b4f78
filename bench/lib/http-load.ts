import autocannon from "autocannon";
import { usage } from "./child.ts";
import type { HttpServer } from "./http-server.ts";

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `[<id>]` is replaced with a new id in each request. */
  readonly body: string;
  /** Text that every right answer contains. */
  readonly expected: string;
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
  { path, headers, body, expected }: Post,
  { connections, requests }: Load,
): Promise<Cost> {
  const before = await usage(child);
  const result = await autocannon({
    url: origin + path,
    method: "POST",
    headers: { ...headers },
    body,
    idReplacement: true,
    connections,
    amount: requests,
    sampleInt: 20,
    verifyBody: (answer) => String(answer).includes(expected),
  });
  const after = await usage(child);
  const wrong = result.errors + result.non2xx + result.mismatches;
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

import { stop, subject } from "../lib/child.ts";
import { type Cost, load, type Revalidation } from "../lib/http-load.ts";
import { type HttpServer, startHttpServer } from "../lib/http-server.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Row } from "../lib/row.ts";

const amount = { connections: 32, requests: 10_000 };

export const httpList: Row = {
  name: "http-list",
  async run() {
    const hello = await startHttpServer(subject("hello-304.mjs"));
    const emberline = await startHttpServer(subject("emberline-http-tools.mjs"), { args: ["11"] });
    try {
      const [fromHello, fromEmberline] = await Promise.all([hello, emberline].map(revalidation));
      const samples = await interleave({
        hello: () => load(hello, fromHello!, amount),
        emberline: () => load(emberline, fromEmberline!, amount),
      });
      const perCpuS = (costs: Cost[]) => costs.map(({ cpuUs }) => 1e6 / cpuUs);
      return [
        {
          name: "http-list",
          value: medianRatio(perCpuS(samples.emberline), perCpuS(samples.hello)),
          unit: "× node:http 304, requests per second of CPU time",
          goal: { kind: "≥", bound: 0.6 },
          measured: {
            unit: "requests",
            hello_per_cpu_s: median(perCpuS(samples.hello)),
            emberline_per_cpu_s: median(perCpuS(samples.emberline)),
          },
        },
      ];
    } finally {
      await Promise.all([hello, emberline].map(({ child }) => stop(child)));
    }
  },
};

/** The second request of a client: with the entity tag of the first answer. */
async function revalidation({ origin }: HttpServer): Promise<Revalidation> {
  const path = "/tools";
  const response = await fetch(origin + path);
  await response.text();
  return { path, headers: { "if-none-match": response.headers.get("etag") ?? "" } };
}

import { stop, subject } from "./child.ts";
import { type Cost, load, type Post, type Revalidation } from "./http-load.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { interleave, median, medianRatio } from "./interleave.ts";
import type { Row } from "./row.ts";

const tools = 11;
const amount = { connections: 32, requests: 10_000 };

interface Comparison {
  readonly name: string;
  requestOf(server: HttpServer): Promise<Post | Revalidation>;
}

/** A row of one request to the HTTP tools and to a bare server of Hono. */
export function againstHono({ name, requestOf }: Comparison): Row {
  return {
    name,
    async run() {
      const hono = await startHttpServer(subject("hono-http.mjs"));
      const args = [String(tools)];
      const emberline = await startHttpServer(subject("emberline-http-tools.mjs"), { args });
      try {
        const [toHono, toEmberline] = await Promise.all([hono, emberline].map(requestOf));
        const samples = await interleave({
          hono: () => load(hono, toHono!, amount),
          emberline: () => load(emberline, toEmberline!, amount),
        });
        // A single thread serves: its capacity per second is what it answers in a second of CPU
        // time, independent of the load generator and other processes.
        const perCpuS = (costs: Cost[]) => costs.map(({ cpuUs }) => 1e6 / cpuUs);
        const perS = (costs: Cost[]) => costs.map(({ requestsPerS }) => requestsPerS);
        return [
          {
            name,
            value: medianRatio(perCpuS(samples.emberline), perCpuS(samples.hono)),
            unit: "× bare Hono, requests per second of CPU time",
            goal: { kind: "≥", bound: 0.75 },
            measured: {
              unit: "requests",
              hono_per_cpu_s: median(perCpuS(samples.hono)),
              emberline_per_cpu_s: median(perCpuS(samples.emberline)),
              hono_per_s: median(perS(samples.hono)),
              emberline_per_s: median(perS(samples.emberline)),
            },
          },
        ];
      } finally {
        await Promise.all([hono, emberline].map(({ child }) => stop(child)));
      }
    },
  };
}

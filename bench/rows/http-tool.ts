import { stop, subject } from "../lib/child.ts";
import { type Cost, load, type Post } from "../lib/http-load.ts";
import { startHttpServer } from "../lib/http-server.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import { echoed } from "../lib/mcp.ts";
import type { Row } from "../lib/row.ts";

const tools = 11;
const amount = { connections: 32, requests: 10_000 };

const post: Post = {
  path: "/tools/echo",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ message: echoed }),
  expected: echoed,
};

export const httpTool: Row = {
  name: "http-tool",
  async run() {
    const hello = await startHttpServer(subject("hello-http.mjs"));
    const emberline = await startHttpServer(subject("emberline-http-tools.mjs"), {
      args: [String(tools)],
    });
    try {
      const samples = await interleave({
        hello: () => load(hello, post, amount),
        emberline: () => load(emberline, post, amount),
      });
      // A single thread serves: its capacity per second is what it answers in a second of CPU
      // time, independent of the load generator and other processes.
      const perCpuS = (costs: Cost[]) => costs.map(({ cpuUs }) => 1e6 / cpuUs);
      const perS = (costs: Cost[]) => costs.map(({ requestsPerS }) => requestsPerS);
      return [
        {
          name: "http-tool",
          value: medianRatio(perCpuS(samples.emberline), perCpuS(samples.hello)),
          unit: "× node:http hello, requests per second of CPU time",
          goal: { kind: "≥", bound: 0.6 },
          measured: {
            unit: "requests",
            hello_per_cpu_s: median(perCpuS(samples.hello)),
            emberline_per_cpu_s: median(perCpuS(samples.emberline)),
            hello_per_s: median(perS(samples.hello)),
            emberline_per_s: median(perS(samples.emberline)),
          },
        },
      ];
    } finally {
      await Promise.all([hello, emberline].map(({ child }) => stop(child)));
    }
  },
};

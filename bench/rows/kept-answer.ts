import { fileURLToPath } from "node:url";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { stop } from "../lib/child.ts";
import { type Cost, load, type Post } from "../lib/http-load.ts";
import { startHttpServer, untilReady } from "../lib/http-server.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Row } from "../lib/row.ts";

const server = fileURLToPath(new URL("../../apps/server/dist/bin.js", import.meta.url));
const collection = "svc:hotspots";
const questions = [
  { name: "kept-answer", tool: "query_features", input: { collection, limit: 100 }, requests: 50 },
  {
    name: "kept-answer-summary",
    tool: "summarize_features",
    input: { collection, group_by: ["day"] },
    requests: 3,
  },
];

/** What an answer costs that was kept and is confirmed by the service, compared with a new one. */
export const keptAnswer: Row = {
  name: "kept-answer",
  skip: skipWithoutSharedData,
  async run() {
    const start = (seconds: string) =>
      startHttpServer(server, {
        args: ["--data", sharedData],
        env: { EMBERLINE_CACHE_SECONDS: seconds },
      });
    const [fresh, keeping] = [await start("0"), await start("600")];
    try {
      await Promise.all([fresh, keeping].map(untilReady));
      const lines = [];
      for (const { name, tool, input, requests } of questions) {
        const request: Post = {
          path: `/tools/${tool}`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
          expected: '"rows"',
        };
        // One connection, since equal calls at the same time share their work.
        const amount = { connections: 1, requests };
        const samples = await interleave({
          fresh: () => load(fresh, request, amount),
          keeping: () => load(keeping, request, amount),
        });
        const us = (costs: Cost[]) => costs.map(({ cpuUs }) => cpuUs);
        lines.push({
          name,
          value: medianRatio(us(samples.keeping), us(samples.fresh)),
          unit: "× the CPU time of a new answer, service included",
          goal: { kind: "≤" as const, bound: 0.5 },
          measured: {
            unit: "µs of CPU time",
            fresh: median(us(samples.fresh)),
            kept: median(us(samples.keeping)),
          },
        });
      }
      return lines;
    } finally {
      await Promise.all([fresh, keeping].map(({ child }) => stop(child)));
    }
  },
};

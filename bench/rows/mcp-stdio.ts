import type { ChildProcess } from "node:child_process";
import { startMeasured, stop, subject, usage } from "../lib/child.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import { callEchoStateless, echoed } from "../lib/mcp.ts";
import type { Line, Row } from "../lib/row.ts";
import { type StdioRpc, stdioRpc } from "../lib/stdio-rpc.ts";

const calls = 2000;
const tools = 11;

export const mcpStdio: Row = {
  name: "mcp-stdio",
  async run() {
    const children = {
      raw: startMeasured(subject("raw-stdio.mjs")),
      sdk: startMeasured(subject("sdk-stdio.mjs")),
      emberline: startMeasured(subject("emberline-mcp-stdio.mjs"), { args: [String(tools)] }),
    };
    try {
      const { raw, sdk, emberline } = await interleave(
        {
          raw: cpuOfCalls(children.raw),
          sdk: cpuOfCalls(children.sdk),
          emberline: cpuOfCalls(children.emberline),
        },
        { rounds: 9, warmUpRounds: 3 },
      );
      const line = (suffix: string, name: string, baseline: number[], bound: number): Line => ({
        name: `mcp-stdio${suffix}`,
        value: medianRatio(emberline, baseline),
        unit: `× ${name}, CPU per call`,
        goal: { kind: "≤", bound },
        measured: { unit: "µs", baseline: median(baseline), emberline: median(emberline) },
      });
      return [line("", "raw echo", raw, 7), line("-sdk", "bare SDK", sdk, 1.1)];
    } finally {
      await Promise.all(Object.values(children).map(stop));
    }
  },
};

/** A sample: CPU time of the child per call, in microseconds, for sequential calls. */
function cpuOfCalls(child: ChildProcess): () => Promise<number> {
  const rpc = stdioRpc(child);
  let id = 0;
  return async () => {
    await call(rpc, ++id);
    const before = await usage(child);
    for (let count = 0; count < calls; count++) await call(rpc, ++id);
    const after = await usage(child);
    return (after.cpuUs - before.cpuUs) / calls;
  };
}

async function call(rpc: StdioRpc, id: number): Promise<void> {
  const result = await rpc.request(callEchoStateless(id));
  if (!JSON.stringify(result).includes(echoed)) {
    throw new Error(`a wrong answer: ${JSON.stringify(result)}`);
  }
}

import { emberlineMcp, serverEverything, subject } from "../lib/child.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import { type McpProgram, openMcp, unusedService } from "../lib/mcp-program.ts";
import type { Line, Row } from "../lib/row.ts";

export const coldStart: Row = {
  name: "cold-start",
  async run() {
    const samples = await interleave(
      {
        raw: () => startMs({ path: subject("raw-stdio.mjs") }),
        everything: () => startMs({ path: serverEverything }),
        embedded: () => startMs({ path: emberlineMcp, args: ["--embedded"] }),
        configured: () => startMs({ path: emberlineMcp, env: unusedService }),
      },
      { rounds: 15 },
    );
    const { raw, everything, embedded, configured } = samples;
    const lines = (name: string, values: number[]): Line[] => [
      {
        name,
        value: medianRatio(values, raw),
        unit: "× raw responder",
        goal: { kind: "≤", bound: 4 },
        measured: { unit: "ms", baseline: median(raw), emberline: median(values) },
      },
      {
        name: `${name}-everything`,
        value: medianRatio(values, everything),
        unit: "× server-everything",
        goal: { kind: "≤", bound: 0.55 },
        measured: { unit: "ms", baseline: median(everything), emberline: median(values) },
      },
    ];
    return [...lines("cold-start", embedded), ...lines("cold-start-configured", configured)];
  },
};

/** From the spawn to the answer of the first `tools/list`, in milliseconds. */
async function startMs(program: McpProgram): Promise<number> {
  const before = performance.now();
  const { tools, close } = await openMcp(program);
  const ms = performance.now() - before;
  await close();
  if (tools.length === 0) throw new Error(`${program.path} lists no tools`);
  return ms;
}

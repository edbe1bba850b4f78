import { type Retained, retained } from "../lib/child.ts";
import { distinctCall, kindsOfCalls } from "../lib/distinct-calls.ts";
import type { Line, Row } from "../lib/row.ts";
import { startService } from "../lib/service-program.ts";
import { openServer, openStdio, type Program } from "../lib/surfaces.ts";

const fewCalls = 1000;
const manyCalls = 20_000;
/** Calls at the same time. */
const lanes = 4;

/**
 * The heap of the built programs, alternating between all surfaces of each: after many calls
 * compared with after some.
 */
export const heap: Row = {
  name: "heap",
  async run() {
    const { service, close } = await startService();
    const env = {
      EMBERLINE_BASE_URL: service.baseUrl,
      EMBERLINE_CLIENT_ID: service.clientId,
      EMBERLINE_CLIENT_SECRET: service.clientSecret,
    };
    try {
      return [
        await growthOf("heap", await openServer({ env })),
        await growthOf("heap-stdio", await openStdio("2026-07-28", { env })),
      ];
    } finally {
      await close();
    }
  },
};

async function growthOf(name: string, program: Program): Promise<Line> {
  const { child, surfaces, close } = program;
  try {
    await makeCalls(program, 0, fewCalls);
    const first = inMB(await retained(child));
    await makeCalls(program, fewCalls, manyCalls);
    const last = inMB(await retained(child));
    const over = surfaces.map((surface) => surface.name).join(", ");
    return {
      name,
      value: last.data / first.data,
      unit: `× after ${fewCalls.toLocaleString("en")} calls, compiled code apart`,
      goal: { kind: "≤", bound: 1.05 },
      measured: {
        unit: "MB",
        baseline: first.data,
        emberline: last.data,
        baseline_with_code: first.all,
        emberline_with_code: last.all,
        over,
      },
    };
  } finally {
    await close();
  }
}

/** Makes the calls with these numbers, each kind of call over each surface. */
async function makeCalls({ surfaces }: Program, from: number, to: number): Promise<void> {
  let next = from;
  const lane = async () => {
    while (next < to) {
      const n = next++;
      const surface = surfaces[Math.floor(n / kindsOfCalls) % surfaces.length]!;
      const { tool, args } = distinctCall(n);
      const text = await surface.call(tool, args);
      if (text === "") throw new Error(`${surface.name}: ${tool} was answered with nothing`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Compilers run for some 12,000 calls, and later calls add no code. */
function inMB({ heapBytes, codeBytes }: Retained) {
  return { data: (heapBytes - codeBytes) / 1e6, all: heapBytes / 1e6 };
}

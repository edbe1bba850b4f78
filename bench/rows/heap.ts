import { runProgram, subject } from "../lib/child.ts";
import type { Row } from "../lib/row.ts";
import { startService } from "../lib/service-program.ts";

const calls = [1000, 20_000];

interface Heap {
  readonly usedBytes: number;
  /**
   * Compiled code and its data: compilers run for some 12,000 calls, and later calls add nothing.
   */
  readonly codeBytes: number;
}

interface Sizes {
  readonly dataMB: number;
  readonly usedMB: number;
}

/**
 * The heap of a program with all tools, alternating between MCP and HTTP: after many calls compared
 * with after some.
 */
export const heap: Row = {
  name: "heap",
  async run() {
    const program = await startService();
    try {
      const args = [JSON.stringify(program.service), ...calls.map(String)];
      const heaps: Heap[] = JSON.parse(await runProgram(subject("heap.mjs"), { args }));
      const [first, last] = heaps.map(({ usedBytes, codeBytes }) => ({
        dataMB: (usedBytes - codeBytes) / 1e6,
        usedMB: usedBytes / 1e6,
      })) as [Sizes, Sizes];
      return [
        {
          name: "heap",
          value: last.dataMB / first.dataMB,
          unit: `× after ${calls[0]!.toLocaleString("en")} calls, compiled code apart`,
          goal: { kind: "≤", bound: 1.05 },
          measured: {
            unit: "MB",
            baseline: first.dataMB,
            emberline: last.dataMB,
            baseline_with_code: first.usedMB,
            emberline_with_code: last.usedMB,
          },
        },
      ];
    } finally {
      await program.close();
    }
  },
};

import { setTimeout as sleep } from "node:timers/promises";
import { emberlineServer, longestHold, stop } from "../lib/child.ts";
import { startHttpServer } from "../lib/http-server.ts";
import { largeKm2, largeOutlineFolder, outlineCalls } from "../lib/large-outline.ts";
import type { Line, Row } from "../lib/row.ts";

interface Measured {
  readonly ms: number;
  readonly cpuMs: number;
}

/**
 * Calls on the server with its embedded service about a fire of 200,000 vertices beside small ones:
 * how many times as long as with 20,000, and for how long they hold the event loop.
 */
export const largeOutline: Row = {
  name: "large-outline",
  ...(process.platform !== "linux" && { skip: "CPU times of threads need Linux" }),
  async run(): Promise<readonly Line[]> {
    const [few, many] = [await measure(20_000), await measure(200_000)];
    const ratios = outlineCalls.map(({ name }) => ({
      name,
      times: many.get(name)!.ms / few.get(name)!.ms,
    }));
    const slowest = ratios.reduce((worst, each) => (each.times > worst.times ? each : worst));
    const holds = [...many].sort(([, a], [, b]) => b.cpuMs - a.cpuMs);
    const [held, { cpuMs }] = holds[0]!;
    return [
      {
        name: "large-outline",
        value: slowest.times,
        unit: `times as long with 200,000 vertices as with 20,000, ${slowest.name}, the worst of ${outlineCalls.length} calls`,
        goal: { kind: "≤", bound: 12 },
        measured: {
          unit: "ms",
          calls: [...many].map(([name, { ms }]) => `${name} ${ms.toFixed(0)}`).join(", "),
        },
      },
      {
        name: "large-outline-hold",
        value: cpuMs,
        unit: `ms of CPU time without a turn for others, during ${held}`,
        goal: { kind: "≤", bound: 50 },
        measured: {
          unit: "ms",
          next: holds.map(([name, hold]) => `${name} ${hold.cpuMs.toFixed(0)}`).join(", "),
        },
      },
    ];
  },
};

async function measure(vertices: number): Promise<Map<string, Measured>> {
  const { child, origin } = await startHttpServer(emberlineServer, {
    args: ["--data", largeOutlineFolder(vertices)],
  });
  try {
    while (!(await fetch(`${origin}/readyz`)).ok) await sleep(100);
    const measured = new Map<string, Measured>();
    // Makes every call once, so that everything is loaded.
    for (const isMeasured of [false, true]) {
      for (const { name, tool, input } of outlineCalls) {
        await longestHold(child);
        const startedMs = performance.now();
        const response = await fetch(`${origin}/tools/${tool}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
        });
        const answer = (await response.json()) as Record<string, unknown>;
        if (!response.ok || (tool === "get_feature" && !isRight(answer.area_km2)))
          throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`);
        const ms = performance.now() - startedMs;
        if (isMeasured) measured.set(name, { ms, cpuMs: (await longestHold(child)).cpuMs });
      }
    }
    return measured;
  } finally {
    await stop(child);
  }
}

function isRight(areaKm2: unknown): boolean {
  return Math.abs(Number(areaKm2) - largeKm2) < largeKm2 / 100;
}

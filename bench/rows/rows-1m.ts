import { runProgram, subject } from "../lib/child.ts";
import { hotspotCount, hotspotsFolder, timeOf } from "../lib/hotspots.ts";
import type { Line, Row } from "../lib/row.ts";
import { type Service, startService } from "../lib/service-program.ts";

const part = 100_000;
/** How many parts of 64 kB the slow reader reads between pauses. */
const pauseEvery = "8";

interface Streamed {
  readonly rows: number;
  readonly complete: boolean;
  readonly wallMs: number;
  readonly maxRssKiB: number;
}

/** A million hotspots as rows over HTTP: memory must not grow with their number. */
export const rows1m: Row = {
  name: "rows-1m",
  async run() {
    const program = await startService(await hotspotsFolder());
    try {
      const whole = timeOf(0, hotspotCount - 1);
      const some = await stream(program.service, timeOf(0, part - 1), part);
      const all = await stream(program.service, whole, hotspotCount);
      const slow = await stream(program.service, whole, hotspotCount, pauseEvery);
      return [
        memory("rows-1m-rss", all, some, "in a tenth of the rows"),
        memory("rows-1m-slow-rss", slow, some, "in a tenth of the rows, with a slow reader"),
        {
          name: "rows-1m-growth",
          value: all.wallMs / some.wallMs / (hotspotCount / part),
          unit: `× its time per row over ${part.toLocaleString("en")}`,
          goal: { kind: "≤", bound: 1.15 },
          measured: { unit: "ms", part: some.wallMs, whole: all.wallMs },
        },
      ];
    } finally {
      await program.close();
    }
  },
};

/** @throws {Error} when the rows are not all, or are not said to be */
async function stream(
  service: Service,
  time: string,
  expected: number,
  pause = "0",
): Promise<Streamed> {
  const args = [JSON.stringify(service), time, pause];
  const found: Streamed = JSON.parse(await runProgram(subject("rows-1m.mjs"), { args }));
  if (found.rows !== expected || !found.complete)
    throw new Error(`${found.rows} rows instead of ${expected}, complete: ${found.complete}`);
  return found;
}

function memory(name: string, streamed: Streamed, some: Streamed, than: string): Line {
  const mb = ({ maxRssKiB }: Streamed) => (maxRssKiB * 1024) / 1e6;
  return {
    name,
    value: mb(streamed) / mb(some),
    unit: `× the peak memory ${than}`,
    goal: { kind: "≤", bound: 1.5 },
    measured: { unit: "MB", part: mb(some), emberline: mb(streamed) },
  };
}

import { runProgram, subject } from "../lib/child.ts";
import { hotspotCount, hotspotsFolder, timeOf } from "../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";
import { type Service, startService } from "../lib/service-program.ts";

const part = 10_000;
const partsPerRound = 20;

interface Took {
  readonly features: number;
  readonly groups: number;
  readonly frpSumMw: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

interface Summaries extends Took {
  /** Peak until the end of the summary of all hotspots. */
  readonly maxRssKiB: number;
  readonly parts: readonly Took[];
}

/** A million hotspots by day and satellite, in a process without other tasks. */
export const summarize1m: Row = {
  name: "summarize-1m",
  async run() {
    const program = await startService(await hotspotsFolder());
    const { service } = program;
    try {
      // Parts are compared with the whole only for the tool.
      const { bare, emberline } = await interleave(
        {
          bare: () => summarize("bare", service, []),
          emberline: () => summarize("emberline", service, parts),
        },
        { rounds: 5, warmUpRounds: 0 },
      );
      for (const [round, sample] of bare.entries()) check(sample, emberline[round]!);
      return linesOf(bare, emberline);
    } finally {
      await program.close();
    }
  },
};

const all = timeOf(0, hotspotCount - 1);
/** Parts of one page each, from the first to the last. */
const parts = Array.from({ length: partsPerRound }, (_, index) => {
  const first = Math.round((index * (hotspotCount / part - 1)) / (partsPerRound - 1)) * part;
  return timeOf(first, first + part - 1);
});

async function summarize(
  reader: "bare" | "emberline",
  service: Service,
  times: readonly string[],
): Promise<Summaries> {
  const args = [JSON.stringify(service), all, ...times];
  return JSON.parse(await runProgram(subject(`summarize/${reader}.mjs`), { args }));
}

/** @throws {Error} when the tool did not summarize what the loop read */
function check(bare: Summaries, emberline: Summaries): void {
  const isSame =
    bare.features === hotspotCount &&
    emberline.features === hotspotCount &&
    emberline.groups === bare.groups &&
    Math.abs(emberline.frpSumMw - bare.frpSumMw) < 0.1 &&
    emberline.parts.every(({ features }) => features === part);
  if (!isSame) {
    throw new Error(
      `the loop read ${bare.features} hotspots in ${bare.groups} groups with ${bare.frpSumMw} MW, summarize_features ${emberline.features} in ${emberline.groups} with ${emberline.frpSumMw} MW`,
    );
  }
}

function linesOf(bare: readonly Summaries[], emberline: readonly Summaries[]): Line[] {
  const wallMs = (samples: readonly Took[]) => samples.map((sample) => sample.wallMs);
  const cpuMs = (samples: readonly Took[]) => samples.map((sample) => sample.cpuMs);
  const rssMb = (samples: readonly Summaries[]) =>
    median(samples.map(({ maxRssKiB }) => (maxRssKiB * 1024) / 1e6));
  const partMs = emberline.map((sample) => median(wallMs(sample.parts)));
  const partCpuMs = emberline.map((sample) => median(cpuMs(sample.parts)));
  return [
    {
      name: "summarize-1m",
      value: medianRatio(wallMs(emberline), wallMs(bare)),
      unit: "× bare loop",
      goal: { kind: "≤", bound: 1.3 },
      measured: {
        unit: "ms",
        bare: median(wallMs(bare)),
        emberline: median(wallMs(emberline)),
        bare_cpu: median(cpuMs(bare)),
        emberline_cpu: median(cpuMs(emberline)),
      },
    },
    {
      name: "summarize-1m-rss",
      value: rssMb(emberline),
      unit: "MB, peak RSS",
      goal: { kind: "≤", bound: 200 },
      measured: { unit: "MB", bare: rssMb(bare), emberline: rssMb(emberline) },
    },
    {
      name: "summarize-1m-growth",
      value: medianRatio(wallMs(emberline), partMs) / (hotspotCount / part),
      unit: `× its time per feature over ${part.toLocaleString("en")}`,
      goal: { kind: "≤", bound: 1.15 },
      measured: {
        unit: "ms",
        part: median(partMs),
        whole: median(wallMs(emberline)),
        part_cpu: median(partCpuMs),
        whole_cpu: median(cpuMs(emberline)),
      },
    },
  ];
}

import { fileURLToPath } from "node:url";
import { runProgram } from "../../lib/child.ts";
import { hotspotCount, hotspotsFile, hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";

const subject = (name: string) => fileURLToPath(new URL(`../subjects/${name}`, import.meta.url));

/** Loading a million hotspots up to the first answer, compared with parsing every line. */
export const serviceLoad: Row = {
  name: "service-load",
  async run(): Promise<Line[]> {
    const folder = await hotspotsFolder();
    const { parse, load } = await interleave(
      {
        parse: async () =>
          JSON.parse(
            await runProgram(subject("parse-lines.mjs"), { args: [hotspotsFile(folder)] }),
          ),
        load: async () =>
          JSON.parse(await runProgram(subject("load-hotspots.mjs"), { args: [folder] })),
      },
      { rounds: 5 },
    );
    if (
      parse.some(({ lines }) => lines !== hotspotCount) ||
      load.some(({ features }) => features !== hotspotCount)
    ) {
      throw new Error("Not every hotspot was read");
    }
    const parseMs = parse.map(({ ms }) => ms);
    const loadMs = load.map(({ ms }) => ms);
    const rssMb = median(load.map((sample) => sample.rssMb));
    return [
      {
        name: "service-load",
        value: medianRatio(loadMs, parseMs),
        unit: "× JSON.parse of every line",
        goal: { kind: "≤", bound: 2 },
        measured: { unit: "ms", baseline: median(parseMs), emberline: median(loadMs) },
      },
      {
        name: "service-load-rss",
        value: rssMb,
        unit: "MB",
        goal: { kind: "≤", bound: 450 },
        measured: { unit: "MB", emberline: rssMb },
      },
    ];
  },
};

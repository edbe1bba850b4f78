import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What differs between the rows that were stored and those that must be. */
interface Verdict {
  readonly expected: number;
  /** Rows of answers whose process was killed before it noted that all was stored. */
  readonly uncertain: number;
  readonly stored: number;
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly twice: readonly string[];
}

export interface Verdicts {
  readonly hotspots: Verdict;
  readonly perimeters: Verdict;
  readonly incidents: Verdict;
  readonly evacuationZones: Verdict;
}

export type Stored = readonly [
  kind: keyof Verdicts,
  feature: { readonly properties: Readonly<Record<string, unknown>> },
];

const program = fileURLToPath(new URL("oracle.py", import.meta.url));

/** Asks the oracle about the answers of a folder and the features stored after them. */
export async function askOracle(
  folder: string,
  stored: Iterable<Stored>,
  { now, keepDays }: { now: number; keepDays: number },
): Promise<Verdicts> {
  const scratch = await mkdtemp(join(tmpdir(), "emberline-stored-"));
  try {
    const file = join(scratch, "stored.geojsonl");
    await writeFile(file, Array.from(stored, (line) => `${JSON.stringify(line)}\n`).join(""));
    const settings = ["--now", String(now), "--keep-days", String(keepDays)];
    const { stdout } = await promisify(execFile)("python3", [program, folder, file, ...settings], {
      maxBuffer: 1e8,
    });
    return JSON.parse(stdout) as Verdicts;
  } finally {
    await rm(scratch, { recursive: true });
  }
}

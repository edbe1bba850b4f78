import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "@emberline/test-support/programs";
import { seededRandom } from "@emberline/test-support/random";
import type { Stored } from "./ask-oracle.ts";
import { type Moment, StandIns } from "./stand-ins/stand-ins.ts";
import { hour } from "./world/clock.ts";
import { Draw } from "./world/draw.ts";
import type { World } from "./world.ts";

const program = fileURLToPath(new URL("live-process.mjs", import.meta.url));

interface RunOptions {
  readonly world: World;
  readonly kills: number;
  readonly keepDays: number;
  readonly minutes: number;
  readonly seed?: number;
  /** False for the open files of FIRMS. */
  readonly withKey?: boolean;
  readonly maxRecords?: number;
}

/** What a service stored over the days of a world, and what its processes said. */
export interface Run {
  readonly standIns: StandIns;
  /** A folder of data files, as programs take it, with the journal in it. */
  readonly folder: string;
  /** What the last process served. */
  readonly stored: readonly Stored[];
  /** What another process serves from the same folder. */
  restore(): Promise<Stored[]>;
  readonly kills: number;
  /** What all processes printed. */
  output(): string;
  /** Removes all that was written. */
  close(): Promise<void>;
}

/** Runs a service over the days of a world, and kills it at random moments of its requests. */
export async function runLive({
  world,
  kills,
  keepDays,
  minutes,
  seed = 5,
  withKey = true,
  maxRecords = 12,
}: RunOptions): Promise<Run> {
  const draw = new Draw(seededRandom(seed));
  // So that every source has been read when the days end.
  const quietFrom = world.end - 14 * hour;
  const scratch = await mkdtemp(join(tmpdir(), "emberline-live-"));
  const folder = join(scratch, "data");
  const killTimes = Array.from({ length: kills }, () => draw.between(world.start, quietFrom));
  killTimes.sort((one, other) => one - other);
  const moments: Moment[] = Array.from({ length: kills }, () =>
    draw.of(["asked", "half", "answered"]),
  );
  let child: ChildProcess | undefined;
  let killed = 0;
  let output = "";
  const standIns = await StandIns.start({
    world,
    faultRate: 0.08,
    maxRecords,
    seed,
    during(_request, moment) {
      if (standIns.now > quietFrom) standIns.faults.rate = 0;
      const isDue =
        standIns.now >= (killTimes[killed] ?? Number.POSITIVE_INFINITY) &&
        moment === moments[killed];
      if (!isDue || !child) return;
      const dying = child;
      child = undefined;
      killed++;
      // After an answer, a reading is parsed and stored within milliseconds.
      if (moment === "answered") setTimeout(() => dying.kill("SIGKILL"), draw.between(0, 30));
      else dying.kill("SIGKILL");
    },
  });

  /** One process, until it ends or is killed; true if it came to the end of the days. */
  async function live(out: string): Promise<boolean> {
    const process_ = spawn(process.execPath, [program], {
      env: cleanEnvironment({
        CONTROL: standIns.origin,
        FOLDER: join(folder, "live"),
        OUT: out,
        UNTIL: String(world.end),
        DAYS: String(keepDays),
        MINUTES: String(minutes),
        ...(withKey && { KEY: standIns.key }),
        FIRMS_URL: standIns.url("firms"),
        FEDS_URL: standIns.url("feds"),
        DESCRIBED: JSON.stringify({ ...standIns.describedUrls(), ...standIns.namedUrls() }),
      }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = process_;
    const print = (chunk: Buffer) => {
      output += chunk;
    };
    process_.stdout.on("data", print);
    process_.stderr.on("data", print);
    const [code] = (await once(process_, "close")) as [number | null];
    if (code !== null && code !== 0) throw new Error(`the service ended with ${code}: ${output}`);
    standIns.note(code === null ? "killed" : "ended");
    return code === 0;
  }

  await mkdir(join(folder, "live"), { recursive: true });
  const file = join(scratch, "stored.geojsonl");
  while (!(await live(file))) {
    // Some outages are long.
    if (draw.chance(0.1)) standIns.now += draw.integer(1, 9) * hour;
  }
  return {
    standIns,
    folder,
    stored: await readStored(file),
    async restore() {
      await live(file);
      return readStored(file);
    },
    kills: killed,
    output: () => output,
    async close() {
      await standIns.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function readStored(file: string): Promise<Stored[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Stored);
}

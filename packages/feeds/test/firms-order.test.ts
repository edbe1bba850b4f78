import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Change, firmsFeeds } from "../src/index.ts";
import { csv, key, Memory, scripted, viirsHeader, viirsRow } from "./support/firms.ts";

/** The feed of a process of its own, whose quota nothing has used. */
function feedOf() {
  const baseUrl = new URL("https://firms.example/");
  return firmsFeeds({ baseUrl, key, sources: ["viirs-noaa21"], areas: [], days: 1 })[0]!;
}

/**
 * Provisional rows of the hours before leave only when a final row comes, and final ones of the day
 * before stay while rows of it still arrive.
 */
const now = Date.parse("2026-07-17T02:30:00Z");
const name = "firms-viirs-noaa21-nrt";

type Tier = "2.0URT" | "2.0RT" | "2.0NRT";

/** A row of FIRMS: one of a few places and minutes, so that rows meet. */
interface Row {
  /** Minutes before now. */
  readonly minutes: number;
  /** Steps of 0.002 degrees, 222 m: two are less than the pixel's 500 m, three are more. */
  readonly step: number;
  readonly tier: Tier;
  /** FIRMS has a second row of the pixel. */
  readonly isTwo: boolean;
}

const row: fc.Arbitrary<Row> = fc.record({
  // Around midnight, and in the last hours.
  minutes: fc.constantFrom(148, 149, 150, 151, 152, 30, 31),
  step: fc.integer({ min: 0, max: 8 }),
  tier: fc.constantFrom("2.0URT", "2.0RT", "2.0NRT"),
  isTwo: fc.boolean(),
});

/** FIRMS has one row, or two, of a pixel and tier. */
const universe = fc.uniqueArray(row, {
  maxLength: 14,
  selector: ({ minutes, step, tier }) => `${minutes} ${step} ${tier}`,
});

function linesOf({ minutes, step, tier, isTwo }: Row): string[] {
  const time = new Date(now - minutes * 60_000).toISOString();
  const cells = {
    acq_date: time.slice(0, 10),
    acq_time: String(Number(time.slice(11, 16).replace(":", ""))),
    latitude: (40 + step * 0.002).toFixed(5),
    version: tier,
  };
  const frp = { "2.0URT": "1", "2.0RT": "2", "2.0NRT": "3" }[tier];
  return [
    viirsRow({ ...cells, frp }),
    ...(isTwo ? [viirsRow({ ...cells, frp: "0.5", scan: "0.57" })] : []),
  ];
}

const order: readonly Tier[] = ["2.0URT", "2.0RT", "2.0NRT"];

/** What has to be stored, by the rules alone: the newest of each pixel, and no provisional twin. */
function expectedOf(rows: readonly Row[]): string[] {
  const newest = rows.filter(
    (one) =>
      !rows.some(
        (other) =>
          other.minutes === one.minutes &&
          other.step === one.step &&
          order.indexOf(other.tier) > order.indexOf(one.tier),
      ),
  );
  const final = newest.filter(
    (one) =>
      one.tier === "2.0NRT" ||
      !newest.some(
        (other) =>
          other.tier === "2.0NRT" &&
          Math.abs(other.minutes - one.minutes) <= 1 &&
          Math.abs(other.step - one.step) <= 2,
      ),
  );
  return final.flatMap(linesOf).map(signature).sort();
}

/** Date, time, latitude, scan, version and power of a line. */
function signature(line: string): string {
  const cells = line.split(",");
  const [latitude, scan, date, time, version, frp] = [0, 3, 5, 6, 10, 12].map((i) => cells[i]!);
  return [Number(latitude), scan, date, time!.padStart(4, "0"), version, frp].join(" ");
}

function storedOf(memory: Memory): string[] {
  return [...memory.features.values()]
    .map(({ properties: p }) =>
      [p.latitude, p.scan, p.acq_date, p.acq_time, p.version, p.frp].join(" "),
    )
    .sort();
}

/** Changes of one reading; none of them is stored. */
async function* changesOf(memory: Memory, rows: readonly Row[]): AsyncGenerator<Change, void> {
  const source = scripted((path) => {
    const lines = rows.flatMap(linesOf).filter((line) => line.includes(path.slice(-10)));
    return csv(viirsHeader, ...lines);
  });
  yield* feedOf().read({
    signal: new AbortController().signal,
    now: () => now,
    request: source.request,
    state: memory.states.get(name),
    stored: memory,
    pause: () => undefined,
  });
}

/** One reading that dies after a number of changes. */
async function read(memory: Memory, rows: readonly Row[], changes = Number.POSITIVE_INFINITY) {
  let count = 0;
  for await (const change of changesOf(memory, rows)) {
    if (count++ >= changes) return;
    memory.apply(name, change);
  }
}

/** The rows of each answer: some of FIRMS', by their numbers. */
const someAnswers = fc.array(fc.array(fc.nat(13)), { minLength: 1, maxLength: 5 });

function chosen(rows: readonly Row[], numbers: readonly number[]): Row[] {
  return rows.filter((_, i) => numbers.includes(i));
}

describe("readings of FIRMS", () => {
  it("end in the same rows in any order and repetition, though some die in the middle", async () => {
    const property = fc.asyncProperty(
      universe,
      someAnswers,
      fc.array(fc.record({ answer: fc.nat(4), changes: fc.nat(3) }), { maxLength: 10 }),
      async (rows, answers, earlier) => {
        const memory = new Memory();
        const parts = answers.map((numbers) => chosen(rows, numbers));
        for (const { answer, changes } of earlier) {
          if (parts[answer]) await read(memory, parts[answer], changes);
        }
        for (const part of parts) await read(memory, part);
        const seen = rows.filter((row) => parts.some((part) => part.includes(row)));
        assert.deepEqual(storedOf(memory), expectedOf(seen));
        const ids = memory.ids;
        const ordered = new Memory();
        await read(ordered, seen);
        assert.deepEqual(ordered.ids, ids);
        assert.deepEqual(storedOf(ordered), storedOf(memory));
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  it("of two processes end in the same rows once each answer came to one of them again", async () => {
    const property = fc.asyncProperty(
      universe,
      fc.tuple(fc.array(fc.nat(13)), fc.array(fc.nat(13))),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (rows, numbers, turns) => {
        const memory = new Memory();
        const parts = numbers.map((each) => chosen(rows, each));
        const readings = parts.map((part) => changesOf(memory, part));
        // Each process works out its next change, and stores it when its turn comes.
        const next = readings.map((reading) => reading.next());
        const settled = await Promise.all(next);
        for (const turn of [...turns, false, true]) {
          const i = turn ? 1 : 0;
          if (settled[i]!.done) continue;
          memory.apply(name, settled[i]!.value as Change);
          settled[i] = await readings[i]!.next();
        }
        for (const part of parts) await read(memory, part);
        const seen = rows.filter((row) => parts.some((part) => part.includes(row)));
        assert.deepEqual(storedOf(memory), expectedOf(seen));
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});

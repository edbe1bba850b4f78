import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { askOracle, type Stored } from "./ask-oracle.ts";
import { AnswerLog } from "./stand-ins/answer-log.ts";
import { day } from "./world/clock.ts";

const now = Date.UTC(2026, 7, 3, 12);
const header = "latitude,longitude,scan,track,acq_date,acq_time,satellite,version,frp,type";

interface Answered {
  readonly source: "firms" | "wfigs";
  readonly path: string;
  readonly body: string;
  readonly at?: number;
}

/** A log with these answers, each complete. */
function logWith(answers: readonly Answered[]): AnswerLog {
  const folder = mkdtempSync(join(tmpdir(), "emberline-oracle-"));
  after(() => rmSync(folder, { recursive: true }));
  const log = new AnswerLog(folder);
  for (const { body, ...answer } of answers) {
    log.add({
      at: now,
      life: 0,
      began: log.place(),
      ended: log.place(),
      headers: {},
      status: 200,
      fault: null,
      complete: true,
      body: log.keep(body),
      ...answer,
    });
  }
  return log;
}

function logOf(...answers: (readonly [path: string, rows: readonly string[]])[]): AnswerLog {
  return logWith(
    answers.map(([path, rows]) => ({
      source: "firms",
      path: `/firms/api/area/csv/KEY/${path}`,
      body: [header, ...rows, ""].join("\n"),
    })),
  );
}

/**
 * A page of WFIGS with a fire of each letter, from an offset on; those of capital letters come
 * without their outline.
 */
function page(offset: number, letters: string, { more = false, at = now } = {}): Answered {
  const features = [...letters].map((letter, index) => ({
    type: "Feature",
    geometry: letter === letter.toUpperCase() ? null : square(letter),
    properties: {
      OBJECTID: offset + index,
      attr_UniqueFireIdentifier: letter.toLowerCase(),
      attr_IncidentTypeCategory: "WF",
      poly_DateCurrent: now - 12 * day,
    },
  }));
  const body = {
    type: "FeatureCollection",
    features,
    ...(more && { exceededTransferLimit: true }),
  };
  const path = `/query?resultOffset=${offset}`;
  return { source: "wfigs", path, body: JSON.stringify(body), at };
}

function square(letter: string) {
  const west = letter.charCodeAt(0);
  const corners = [
    [west, 40],
    [west + 0.1, 40],
    [west + 0.1, 40.1],
    [west, 40],
  ];
  return { type: "Polygon", coordinates: [corners] };
}

function stored(longitude: number, latitude: number, version: string, frp: number) {
  const type = version.endsWith("NRT") ? undefined : 0;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: { datetime: "2026-08-02T02:15:00Z", satellite: "N20", version, frp, type },
  };
}

const nrt = "10.00001,20.00001,0.4,0.4,2026-08-02,215,N20,2.0NRT,3.5,";
const urt = "10.00001,20.00001,0.4,0.4,2026-08-02,215,N20,2.0URT,2.5,";

async function verdict(log: AnswerLog, ...features: Stored[1][]) {
  return (
    await askOracle(
      log.folder,
      features.map((feature) => ["hotspots", feature] as const),
      { now, keepDays: 10 },
    )
  ).hotspots;
}

test("a final row replaces the provisional one, whichever answer comes last", async () => {
  const path = "VIIRS_NOAA20_NRT/world/2";
  for (const log of [logOf([path, [urt]], [path, [nrt]]), logOf([path, [nrt]], [path, [urt]])]) {
    const { missing, unexpected, twice } = await verdict(
      log,
      stored(20.00001, 10.00001, "2.0NRT", 3.5),
    );
    assert.deepEqual([missing, unexpected, twice], [[], [], []]);
  }
});

test("lost rows, rows of no answer and rows stored twice are found", async () => {
  const log = logOf(["VIIRS_NOAA20_NRT/world/2", [nrt, nrt.replace("20.0", "21.0")]]);
  const other = stored(22, 10, "2.0NRT", 1);
  const { expected, missing, unexpected, twice } = await verdict(
    log,
    stored(20.00001, 10.00001, "2.0NRT", 3.5),
    other,
    other,
  );
  assert.equal(expected, 2);
  assert.deepEqual(missing, ["N20 2026-08-02T02:15Z 10.00001 21.00001 frp=3.5 NRT"]);
  assert.deepEqual(unexpected, ["N20 2026-08-02T02:15Z 10.00000 22.00000 frp=1.0 NRT"]);
  assert.deepEqual(twice, unexpected);
});

test("an answer without rows deletes nothing, and standard rows replace the day", async () => {
  const path = "VIIRS_NOAA20_SP/world/1/2026-08-02";
  const empty = logOf(["VIIRS_NOAA20_NRT/world/2", [nrt]], [path, []]);
  assert.equal((await verdict(empty, stored(20.00001, 10.00001, "2.0NRT", 3.5))).expected, 1);
  const standard = "10.0002,20.0002,0.4,0.4,2026-08-02,215,N20,2,3.4,0";
  const replaced = logOf(["VIIRS_NOAA20_NRT/world/2", [nrt]], [path, [standard]]);
  const { missing, unexpected } = await verdict(replaced, stored(20.0002, 10.0002, "2", 3.4));
  assert.deepEqual([missing, unexpected], [[], []]);
});

test("rows of an answer before a kill may be stored or not, until they come again", async () => {
  const log = logOf(["VIIRS_NOAA20_NRT/world/2", [nrt]]);
  log.note("killed", now);
  assert.equal((await verdict(log)).uncertain, 1);
  assert.deepEqual((await verdict(log, stored(20.00001, 10.00001, "2.0NRT", 3.5))).unexpected, []);
});

async function perimeters(keepDays: number, ...pages: Answered[]): Promise<number> {
  return (await askOracle(logWith(pages).folder, [], { now, keepDays })).perimeters.expected;
}

test("pages of a list are joined where a row that comes again is the same, and else are none", async () => {
  const first = page(0, "abc", { more: true });
  assert.equal(await perimeters(20, first, page(2, "cd")), 4);
  assert.equal(await perimeters(20, first, page(3, "d")), 4);
  assert.equal(await perimeters(20, first, page(2, "d")), 0);
  assert.equal(await perimeters(20, first, page(2, "")), 0);
});

test("an old outline stays while its fire is listed, also without one; off the list it does not", async () => {
  const lists = (...all: (readonly [letters: string, daysAgo: number])[]) =>
    perimeters(10, ...all.map(([letters, days]) => page(0, letters, { at: now - days * day })));
  assert.equal(await lists(["ab", 12], ["AB", 1], ["AB", 0]), 2);
  assert.equal(await lists(["ab", 12], ["b", 11], ["b", 0]), 1);
  assert.equal(await lists(["ab", 12], ["b", 11], ["b", 10.9], ["Ab", 10.8], ["Ab", 0]), 2);
  assert.equal(await lists(["ab", 12], ["b", 11], ["b", 10.9], ["b", 1], ["Ab", 0]), 1);
  assert.equal(await lists(["ab", 12], ["b", 11], ["b", 10.9], ["b", 1], ["ab", 0]), 2);
});

// What live feeds have read, which are gzip'ed GeoJSON lines. By its first argument it writes them
// (`write`), parses the lines (`lines`), or starts live feeds with the folder and asks for a page
// (`restart`); it prints what it measured as JSON.

import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

const [task = "", folder = "", count = "0"] = process.argv.slice(2);
const rowsPerCommit = 20_000;
const feed = "firms-viirs-noaa20-nrt";
const detectionsPerDay = 100_000;
const built = "../../packages/feeds/dist";
const service = "../../packages/reference-service/dist";

const tasks = { write, lines: readLines, restart };
process.stdout.write(JSON.stringify(await tasks[/** @type {keyof typeof tasks} */ (task)]()));

async function write() {
  const journal = await openJournal();
  await journal.tryLease();
  for (const put of commits(Number(count))) await journal.commit(entryOf(put));
  await journal.close();
  return null;
}

async function readLines() {
  let rows = 0;
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(".geojsonl.gz"))) {
    const input = createReadStream(join(folder, name)).pipe(createGunzip());
    for await (const line of createInterface({ input })) if (JSON.parse(line)) rows++;
  }
  return used(rows);
}

/** The first answer after a restart: the newest thousand detections. */
async function restart() {
  const { LiveFeeds } = await import(`${service}/live/live-feeds.js`);
  const { JournalSink } = await import(`${service}/live/journal-sink.js`);
  const { MemoryStore } = await import(`${service}/store/memory-store.js`);
  const { byCollection } = await import(`${service}/values/collections.js`);
  const { processTurns } = await import("@emberline/turns");
  const stores = byCollection(() => new MemoryStore());
  const hotspots = stores["svc:hotspots"];
  const sink = await JournalSink.over(await openJournal(), stores);
  const live = await LiveFeeds.open({
    ...{ feeds: [], stores, sink, turns: processTurns },
    ...{ days: 36_500, userAgent: "bench" },
  });
  const { matched, features } = await hotspots.find({}, { limit: 1000 });
  if ([...features].length !== 1000) throw new Error("the first page is not whole");
  await live.close();
  return used(matched);
}

/** @param {number} rows */
function used(rows) {
  if (rows !== Number(count)) throw new Error(`${rows} rows were read`);
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1000 };
}

async function openJournal() {
  const feeds = await import(`${built}/index.js`);
  return feeds.openJournal(folder, { report: console.error });
}

/** @param {unknown[]} put */
function entryOf(put) {
  const records = { [feed]: { state: {}, readAt: 0 } };
  return { layer: "hotspots", put, remove: [], records };
}

/** @param {number} rows */
function* commits(rows) {
  const random = randomNumbers();
  for (let start = 0; start < rows; start += rowsPerCommit)
    yield Array.from({ length: rowsPerCommit }, (_, i) => detection(start + i, random));
}

/**
 * Detections as in the files of VIIRS: random positions and measures.
 * @param {number} index
 * @param {() => number} random
 */
function detection(index, random) {
  const day = Math.floor(index / detectionsPerDay);
  const minute = Math.floor(((index % detectionsPerDay) / detectionsPerDay) * 1440);
  const time = Date.UTC(2026, 6, 1 + day, 0, minute);
  const longitude = round(random() * 360 - 180, 1e5);
  const latitude = round(random() * 140 - 70, 1e5);
  const datetime = new Date(time).toISOString().replace(".000", "");
  const satellite = index % 2;
  return {
    type: "Feature",
    id: `noaa2${satellite}_${datetime.replace(/[-:]/g, "")}_${longitude}_${latitude}`,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      datetime,
      satellite: `N2${satellite}`,
      instrument: "VIIRS",
      confidence: ["low", "nominal", "high"][Math.floor(random() * 3)],
      bright_ti4: round(295 + random() * 70, 100),
      bright_ti5: round(270 + random() * 40, 100),
      frp: round(random() * 30, 100),
      scan: round(0.32 + random() * 0.48, 100),
      track: round(0.36 + random() * 0.4, 100),
      daynight: random() < 0.5 ? "D" : "N",
      version: "2.0NRT",
    },
    time: { start: time, end: time },
  };
}

/**
 * @param {number} value
 * @param {number} steps
 */
function round(value, steps) {
  return Math.round(value * steps) / steps;
}

/** The same in each run. */
function randomNumbers() {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

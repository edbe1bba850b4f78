// Fills a store with 30 days of the world: real MODIS days, shifted in time and jittered. Reports
// its memory, how long a change and the first answer after it take, and answers during changes.
import { readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { parse } from "@emberline/cql2";

const [data = "", dist = "", dayCount = "30"] = process.argv.slice(2);
const { MemoryStore } = await import(new URL("store/memory-store.js", dist).href);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const days = Number(dayCount);
const detectionsPerDay = 100_000;
/** Rows of one answer of a source. */
const rowsPerChange = 20_000;
/** Rows that are made at once, in a few milliseconds. */
const rowsPerTurn = 100;
const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 6, 1);

const seen = readdirSync(new URL(data))
  .filter((name) => name.startsWith("hotspots_global_modis"))
  .flatMap((name) =>
    gunzipSync(readFileSync(new URL(name, data)))
      .toString("utf8")
      .split("\n"),
  )
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))
  .sort((a, b) => clockOf(a) - clockOf(b));

/**
 * The time of day in milliseconds.
 * @param {{ properties: { datetime: string } }} feature
 */
function clockOf({ properties }) {
  return Date.parse(properties.datetime) % dayMs;
}

let state = 1;
/** A reproducible number from -0.5 to 0.5. */
function jitter() {
  state = Math.imul(state, 1_664_525) + 1_013_904_223;
  return (state >>> 0) / 2 ** 32 - 0.5;
}

/**
 * A detection of a day, from the place of its time of day.
 * @param {number} day
 * @param {number} share from 0 to 1
 */
function detection(day, share) {
  const { properties } = seen[Math.floor(share * seen.length)];
  const start = firstDay + day * dayMs + clockOf({ properties });
  const datetime = `${new Date(start).toISOString().slice(0, 19)}Z`;
  const longitude = near(properties.longitude, 180);
  const latitude = near(properties.latitude, 90);
  return {
    type: "Feature",
    // As feeds name detections: by satellite, time and position.
    id: `${properties.satellite}_${datetime.replace(/[-:]/g, "")}_${longitude}_${latitude}`,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      ...properties,
      latitude,
      longitude,
      acq_date: datetime.slice(0, 10),
      frp: Number((properties.frp * (1 + jitter() / 5)).toFixed(2)),
      datetime,
    },
    time: { start, end: start },
  };
}

/**
 * @param {number} degrees
 * @param {number} most
 */
function near(degrees, most) {
  return Number(Math.max(-most, Math.min(most, degrees + jitter() / 5)).toFixed(5));
}

/** @returns heap and buffers in bytes */
function usedBytes() {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = usedBytes();
const store = new MemoryStore();
let textBytes = 0;
/** @type {ReturnType<typeof detection>[]} */
let lastAnswer = [];
const fillStart = performance.now();
for (let day = 0; day < days; day++) {
  for (let from = 0; from < detectionsPerDay; from += rowsPerChange) {
    const put = Array.from({ length: rowsPerChange }, (_, i) =>
      detection(day, (from + i) / detectionsPerDay),
    );
    for (const { time, ...feature } of put) textBytes += Buffer.byteLength(JSON.stringify(feature));
    await store.apply({ put, remove: [] });
    lastAnswer = put;
  }
}
const fillMs = performance.now() - fillStart;
await store.queryables();
const detections = await store.count({});
const bytes = usedBytes() - before;

/**
 * An answer of a source: half of its rows are known and have changed, half are new.
 * @param {number} round
 */
async function change(round) {
  const put = [];
  for (let i = 0; i < rowsPerChange; i++) {
    if (i % rowsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    const known = /** @type {ReturnType<typeof detection>} */ (lastAnswer[i]);
    const again = { ...known, properties: { ...known.properties, frp: round } };
    put.push(i % 2 === 0 ? again : detection(days - 1, i / rowsPerChange));
  }
  return put;
}

const filter = parse("frp > 20 AND daynight = 'D'", { lang: "cql2-text" });
let box = 0;
/** A page of a week in a box of its own, so that caches of results do not help. */
async function answer() {
  const west = -120 + (box++ % 1000) / 10;
  const end = firstDay + days * dayMs;
  const interval = { start: end - 7 * dayMs, end };
  const page = await store.find(
    { box: [west, -40, west + 100, 40], interval, filter },
    { limit: 1000 },
  );
  return [...page.features].join(",\n").length;
}

/** @param {() => Promise<unknown>} run */
async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @type {number[]} */
const plainMs = [];
/** @type {number[]} */
const changedMs = [];
/** @type {number[]} */
const applyMs = [];
for (let round = 0; round < 12; round++) {
  const put = await change(round);
  const plain = await timed(answer);
  let applied = 0;
  const changed = await timed(async () => {
    applied = await timed(() => store.apply({ put, remove: [] }));
    await answer();
  });
  if (round < 2) continue;
  plainMs.push(plain);
  changedMs.push(changed);
  applyMs.push(applied);
}

/**
 * The latencies of answers until something has ended.
 * @param {() => boolean} isOver
 */
async function answersUntil(isOver) {
  const all = [];
  while (!isOver()) {
    // Callers come from outside of the event loop's turn.
    await new Promise((resolve) => setImmediate(resolve));
    all.push(await timed(answer));
  }
  return all;
}

let count = 0;
const quietMs = await answersUntil(() => ++count > 200);
const { busyMs, longestHoldMs } = await answersDuringChanges();

/** Answers while changes are applied, and the longest time between two ticks of a timer. */
async function answersDuringChanges() {
  let isOver = false;
  let longestHoldMs = 0;
  let lastMs = performance.now();
  let lastCpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(lastCpu);
    // Neither time without the processor nor time of other threads holds the event loop.
    const heldMs = Math.min(performance.now() - lastMs, (user + system) / 1000);
    longestHoldMs = Math.max(longestHoldMs, heldMs);
    lastMs = performance.now();
    lastCpu = process.cpuUsage();
  }, 2);
  const changing = (async () => {
    for (let round = 0; round < 10; round++) {
      await store.apply({ put: await change(round), remove: [] });
    }
    isOver = true;
  })();
  const busyMs = await answersUntil(() => isOver);
  await changing;
  clearInterval(timer);
  return { busyMs, longestHoldMs };
}

lastAnswer = [];
const filledBytes = (usedBytes() - before) / (await store.count({}));
await store.removeBefore(firstDay + days * 0.9 * dayMs);
await answer();
process.stdout.write(
  JSON.stringify({
    detections,
    textBytes,
    bytes,
    fillMs,
    plainMs,
    changedMs,
    applyMs,
    quietMs,
    busyMs,
    longestHoldMs,
    filledBytes,
    keptBytes: (usedBytes() - before) / (await store.count({})),
    maxRssKiB: process.resourceUsage().maxRSS,
  }),
);

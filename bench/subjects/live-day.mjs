// Reads a world day of VIIRS and MODIS from CSV into a store and asks it for a page, then reads it
// again when all of it is stored, turn by turn with parsing the same CSV by csv-parse. Reports the
// milliseconds of CPU time of each round. The CSV comes from stdin.
import { text } from "node:stream/consumers";
import { firmsFeeds } from "@emberline/feeds";
import { eachInTurns, processTurns } from "@emberline/turns";
import { parse } from "csv-parse/sync";

const [dist = ""] = process.argv.slice(2);
const { MemoryStore } = await import(new URL("store/memory-store.js", dist).href);
const [warmUpRounds, rounds] = [2, 5];
const pieceLength = 1 << 16;

/** @type {{ day: string, viirs: string, modis: string }} */
const { day, viirs, modis } = JSON.parse(await text(process.stdin));
const now = Date.parse(`${day}T23:59:00Z`);
const feeds = firmsFeeds({
  baseUrl: new URL("https://firms.example/"),
  key: "0".repeat(32),
  sources: ["viirs-noaa20", "modis"],
  areas: [],
  days: 1,
}).filter(({ name }) => name.endsWith("-nrt"));

/** @type {Map<string, import("@emberline/feeds").FeedFeature>} */
const none = new Map();
const all = await readDay(none);

/** @type {Record<"parse" | "first" | "again", number[]>} */
const ms = { parse: [], first: [], again: [] };
let holdMs = 0;
const candidates = {
  parse: async () => {
    for (const csv of [viirs, modis]) parse(csv, { columns: true });
  },
  first: firstAnswer,
  again: () => readDay(all),
};
const names = /** @type {(keyof typeof candidates)[]} */ (Object.keys(candidates));
for (let round = 0; round < warmUpRounds + rounds; round++) {
  for (let place = 0; place < names.length; place++) {
    const name = /** @type {keyof typeof candidates} */ (names[(round + place) % names.length]);
    Reflect.get(globalThis, "gc")?.();
    const watched = name === "parse" ? undefined : watchLoop();
    const startMs = cpuMs();
    await candidates[name]();
    const tookMs = cpuMs() - startMs;
    // Always stops the timer, which would keep the program from ending.
    const longestMs = watched?.() ?? 0;
    if (round < warmUpRounds) continue;
    ms[name].push(tookMs);
    holdMs = Math.max(holdMs, longestMs);
  }
}
process.stdout.write(JSON.stringify({ ...ms, holdMs, rows: all.size }));

/** A reading into an empty store, to the newest thousand detections as text. */
async function firstAnswer() {
  const store = new MemoryStore();
  await readDay(none, (change) => store.apply(change));
  const { matched, features } = await store.find({}, { limit: 1000 });
  if (matched !== all.size || [...features].join().length === 0) throw new Error("no answer");
}

/**
 * All features that the changes of one reading put.
 *
 * @param {typeof none} stored by id
 * @param {(change: import("@emberline/feeds").Change) => Promise<unknown>} [apply]
 */
async function readDay(stored, apply) {
  /** @type {typeof stored} */
  const put = new Map();
  for (const feed of feeds) {
    const signal = new AbortController().signal;
    const pause = processTurns.pauseOf(signal);
    const changes = feed.read({
      signal,
      now: () => now,
      state: undefined,
      pause,
      stored: {
        get: async (id) => stored.get(id),
        during: async function* () {
          // Faster than yield*, which waits twice for each row.
          for (const row of stored.values()) yield row;
        },
      },
      request: async (url) => ({
        kind: "content",
        status: 200,
        mediaType: "text/plain",
        validators: {},
        retryAfterMs: undefined,
        body: piecesOf(bodyOf(url.pathname)),
      }),
    });
    // In turns, since what this program does counts as a hold too.
    for await (const change of changes) {
      if (apply) {
        await apply(change);
        continue;
      }
      await eachInTurns(change.put, pause, (row) => {
        put.set(row.id, row);
      });
    }
  }
  return put;
}

/** @param {string} path */
function bodyOf(path) {
  const body = path.includes("MODIS") ? modis : viirs;
  return path.endsWith(day) ? body : body.slice(0, body.indexOf("\n") + 1);
}

/** @param {string} body */
async function* piecesOf(body) {
  for (let at = 0; at < body.length; at += pieceLength) yield body.slice(at, at + pieceLength);
}

/** CPU time of the process. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The longest time between two ticks of a timer, until it is asked for. */
function watchLoop() {
  let [lastMs, lastCpuMs, longestMs] = [performance.now(), cpuMs(), 0];
  const timer = setInterval(() => {
    const [nowMs, nowCpuMs] = [performance.now(), cpuMs()];
    // Neither time without the processor nor time of other threads holds the event loop.
    longestMs = Math.max(longestMs, Math.min(nowMs - lastMs, nowCpuMs - lastCpuMs));
    [lastMs, lastCpuMs] = [nowMs, nowCpuMs];
  }, 2);
  return () => {
    clearInterval(timer);
    return longestMs;
  };
}

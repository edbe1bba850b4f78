// The built reference service with live feeds, as a process that a test may kill: at the simulated
// time of the stand-ins, which it moves on whenever all feeds wait for their next reading.
// `UNTIL` ends that; then all features that the service has are written to the file OUT.
// In plain JavaScript, since it is started many times.
import { writeFile } from "node:fs/promises";
import {
  describedFeed,
  fedsFeed,
  firmsFeeds,
  openJournal,
  shippedDescriptions,
} from "@emberline/feeds";
import { createReferenceService } from "@emberline/reference-service";

const { CONTROL, FOLDER, OUT, KEY, FIRMS_URL, FEDS_URL } = process.env;
const [until, days, minutes] = ["UNTIL", "DAYS", "MINUTES"].map((name) =>
  Number(process.env[name]),
);

/** @param {string} path @param {string} [body] */
async function control(path, body) {
  const init = body === undefined ? {} : { method: "POST", body };
  return Number(await (await fetch(`${CONTROL}/control/${path}`, init)).text());
}

/** Pauses between attempts and looks at the journal; all others are waits for the next reading. */
const shortMs = 59_999;
/** Time limits of a request, which no answer here reaches. */
const limitsMs = new Set([60_000, 600_000]);

let now = await control("now");
/** @type {Set<{ until: number, resolve: () => void }>} */
const waiting = new Set();
const clock = {
  now: () => now,
  /** @param {number} ms @param {AbortSignal} signal */
  wait(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const each = { until: now + ms, resolve: () => resolve(undefined) };
      if (ms <= shortMs) setTimeout(each.resolve, 1);
      else if (!limitsMs.has(ms)) waiting.add(each);
      signal.addEventListener("abort", () => {
        waiting.delete(each);
        reject(signal.reason);
      });
    });
  },
};

const base = (/** @type {string | undefined} */ url) => new URL(`${url}/`);
/** @type {[]} */
const world = [];
const urls = JSON.parse(process.env.DESCRIBED ?? "{}");
const described = (await shippedDescriptions())
  .filter(({ name }) => urls[name] !== undefined)
  .map((each) => describedFeed({ ...each, source: { ...each.source, url: urls[each.name] } }));
const feeds = [
  ...firmsFeeds({ baseUrl: base(FIRMS_URL), key: KEY, areas: world, days }),
  fedsFeed({ baseUrl: base(FEDS_URL), areas: world, days }),
  ...described,
];
const client = { id: "proof", secret: "a-secret-of-this-test" };
const report = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
const service = await createReferenceService({
  clients: [client],
  now: clock.now,
  tokenLifetimeSeconds: 1e8,
  onLive: report,
  live: {
    feeds,
    journal: await openJournal(/** @type {string} */ (FOLDER), { report }),
    days,
    minutes,
    clock,
    secrets: KEY ? [KEY] : [],
    contact: "proof@example.org",
  },
});

/** Resolves when every feed waits for its next reading. */
async function untilIdle() {
  for (;;) {
    const isWaiting = ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt > now;
    if (waiting.size >= feeds.length && service.feeds().every(isWaiting)) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

for (;;) {
  await untilIdle();
  await control("settled", "");
  const next = Math.min(...[...waiting].map((each) => each.until));
  if (next > until) break;
  // The stand-ins are at the new time before anything is requested.
  now = await control("now", String(next));
  for (const each of [...waiting]) {
    if (each.until > now) continue;
    waiting.delete(each);
    each.resolve();
  }
}

/** @param {string} url @param {RequestInit} [init] */
const get = async (url, init) => (await service.fetch(new Request(url, init))).json();
const { access_token: token } = await get("http://service.test/v1/token", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
});
const lines = [];
const kinds = {
  hotspots: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
  incidents: "svc:incidents",
  evacuationZones: "svc:evacuation-zones",
};
for (const [kind, id] of Object.entries(kinds)) {
  let url = `http://service.test/ogc/features/v1/collections/${id}/items?limit=1000`;
  while (url) {
    const page = await get(url, { headers: { authorization: `Bearer ${token}` } });
    lines.push(...page.features.map((feature) => JSON.stringify([kind, feature])));
    url = page.links.find(({ rel }) => rel === "next")?.href;
  }
}
if (OUT) await writeFile(OUT, lines.map((line) => `${line}\n`).join(""));
await service.close();

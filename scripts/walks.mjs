// node -C @emberline/source --import tsx scripts/walks.mjs [--list]: how many files of the packages
// and apps one call walks through, from HTTP to the store: those with a function entered, by the
// coverage of V8. Another call comes first, so that loading and first uses do not count.
import { Session } from "node:inspector/promises";
import { createApp, openUpstream, readSettings } from "emberline";
import { root } from "./install.mjs";

const origin = "http://127.0.0.1:3000";
const walks = {
  "within: Oregon": { within: "Oregon", limit: 5 },
  "a filter": { filter: "frp > 10 AND confidence <> 'low'", limit: 5 },
};

const settings = readSettings({ args: [], environment: {} });
const app = createApp(settings, await openUpstream(settings, origin));
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await query({ near: "44,-121", radius_km: 20, time: "last 7 days", limit: 1 });
for (const [title, input] of Object.entries(walks)) {
  await query(input);
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await query(input);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const files = result.filter(isEntered).map(({ url }) => decodeURI(url).split(root).at(-1));
  console.log(`${title}: ${files.length} files`);
  if (process.argv.includes("--list")) for (const file of files.sort()) console.log(`  ${file}`);
}
process.exit();

async function query(input) {
  const response = await app.request(`${origin}/tools/query_features`, {
    method: "POST",
    headers: { "content-type": "application/json", host: new URL(origin).host },
    body: JSON.stringify({ collection: "svc:hotspots", ...input }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Whether a function of the file was called; the module itself, which is nameless, does not count. */
function isEntered({ url, functions }) {
  return (
    /\/(packages|apps)\/[^/]+\/src\//.test(url) &&
    functions.some(
      ({ functionName, ranges }) =>
        ranges[0].count > 0 && (functionName || ranges[0].startOffset > 0),
    )
  );
}

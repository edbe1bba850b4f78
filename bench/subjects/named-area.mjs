// The first answer about a named area in a fresh process: the area itself, and whether a position
// lies in it. Prints milliseconds from the import of its modules on, and the memory it took.
// The client, which every program has before a tool runs, is loaded first.
import "@emberline/core";
import "@emberline/cql2";

const areas = "../../packages/tools/dist/places";
const [name = "", lon, lat] = process.argv.slice(2);

const before = process.memoryUsage().rss;
const startMs = performance.now();
const { resolveNamedArea } = await import(`${areas}/resolve-named-area.js`);
const area = await resolveNamedArea(name, () => undefined);
const isInside = area.intersects({ type: "Point", coordinates: [Number(lon), Number(lat)] });
const ms = performance.now() - startMs;
if (!isInside) throw new Error(`${lon},${lat} is not in ${name}`);
const megabytes = (process.memoryUsage().rss - before) / 1e6;
process.stdout.write(JSON.stringify({ ms, megabytes }));

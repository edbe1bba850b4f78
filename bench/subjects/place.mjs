// The gazetteer's first answer in a fresh process, to a name or to a position: CPU time and time
// from the import of its modules on, and by how many bytes the process grew. The client, which
// every program has before a tool runs, is loaded first.
import "@emberline/core";

const places = "../../packages/tools/dist/places";

const startBytes = process.memoryUsage.rss();
const startMs = performance.now();
const startCpu = process.cpuUsage();
const answer =
  process.argv[2] === "name"
    ? await placeNamed("Coimbra, Portugal")
    : await placeNear([-8.43, 40.21]);
const { user, system } = process.cpuUsage(startCpu);
const cpuMs = (user + system) / 1000;
const wallMs = performance.now() - startMs;
if (answer !== "Coimbra") throw new Error(`the answer is ${answer}`);
const bytes = process.memoryUsage.rss() - startBytes;
process.stdout.write(JSON.stringify({ cpuMs, wallMs, bytes }));

/** @param {string} name */
async function placeNamed(name) {
  const [{ loadGazetteer }, { findPlaces }] = await Promise.all([
    import(`${places}/gazetteer.js`),
    import(`${places}/find-places.js`),
  ]);
  const gazetteer = await loadGazetteer();
  return gazetteer.describe(findPlaces(gazetteer, name).places[0].place).name;
}

/** @param {[lon: number, lat: number]} position */
async function placeNear(position) {
  const [{ loadGazetteer }, { nearestPlaces }] = await Promise.all([
    import(`${places}/gazetteer.js`),
    import(`${places}/nearest-places.js`),
  ]);
  const gazetteer = await loadGazetteer();
  return gazetteer.describe(nearestPlaces(gazetteer, position, 1)[0].place).name;
}

// The gazetteer's first answer in a fresh process, to a name or to a position,
// in milliseconds from the import of its modules on. The client, which is there
// before any tool runs, is loaded before.
import "@emberline/core";

const places = "../../packages/tools/dist/places";

const startMs = performance.now();
const answer =
  process.argv[2] === "name"
    ? await placeNamed("Coimbra, Portugal")
    : await placeNear([-8.43, 40.21]);
const ms = performance.now() - startMs;
if (answer !== "Coimbra") throw new Error(`the answer is ${answer}`);
process.stdout.write(String(ms));

/** @param {string} name */
async function placeNamed(name) {
  const [{ loadGazetteer }, { findPlaces }] = await Promise.all([
    import(`${places}/gazetteer.js`),
    import(`${places}/find.js`),
  ]);
  const gazetteer = await loadGazetteer();
  return gazetteer.place(findPlaces(gazetteer, name).places[0].index).name;
}

/** @param {[lon: number, lat: number]} position */
async function placeNear(position) {
  const [{ loadGazetteer }, { nearestPlaces }] = await Promise.all([
    import(`${places}/gazetteer.js`),
    import(`${places}/nearest.js`),
  ]);
  const gazetteer = await loadGazetteer();
  return gazetteer.place(nearestPlaces(gazetteer, position, 1)[0].index).name;
}

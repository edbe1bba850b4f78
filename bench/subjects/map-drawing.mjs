// Draws a map of 5,000 features in a warm process, as SVG and as PNG, turn by
// turn with an empty PNG, and reports the milliseconds of each round.
import { drawMap, layOutMap } from "@emberline/map";
import { placesIn } from "@emberline/tools";
import { pngPictures } from "@emberline/tools/node";

const [warmUpRounds, rounds] = [3, 9];
const [width, height] = [1024, 768];
const [west, south, east, north] = [-124, 39, -118, 43.5];
const endMs = Date.UTC(2026, 6, 20);

const random = seeded(7);
const layers = {
  detections: Array.from({ length: 4800 }, () => ({
    position: somewhere(),
    timeMs: endMs - random() * 7 * 86_400_000,
    frpMw: 1 + 400 * random() ** 4,
  })),
  perimeters: Array.from({ length: 150 }, (_, i) => ({
    geometry: perimeter(),
    timeMs: endMs - random() * 7 * 86_400_000,
    name: `Fire ${i}`,
  })),
  staticSources: Array.from({ length: 50 }, somewhere),
};
const empty = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;

/** @type {{ svg: number[], png: number[], empty: number[], bytes: number }} */
const measured = { svg: [], png: [], empty: [], bytes: 0 };
for (let round = 0; round < warmUpRounds + rounds; round++) {
  const startMs = performance.now();
  const svg = await draw();
  const svgMs = performance.now();
  const png = await pngPictures.encode(svg);
  const pngMs = performance.now();
  await pngPictures.encode(empty);
  const emptyMs = performance.now();
  if (round < warmUpRounds) continue;
  measured.svg.push(svgMs - startMs);
  measured.png.push(pngMs - startMs);
  measured.empty.push(emptyMs - pngMs);
  measured.bytes = png.length;
}
process.stdout.write(JSON.stringify(measured));

async function draw() {
  const layout = layOutMap({ width, height, title: "Detections", layers, asOfMs: endMs });
  return drawMap(layout, await placesIn(layout.view.visible));
}

/** @returns {[lon: number, lat: number]} in one of forty clusters */
function somewhere() {
  const cluster = seeded(Math.floor(random() * 40) + 1);
  const near = () => (random() + random() + random() - 1.5) / 6;
  return [west + (east - west) * cluster() + near(), south + (north - south) * cluster() + near()];
}

/** A ring of 120 vertices, some 10 km across. */
function perimeter() {
  const [lon, lat] = somewhere();
  /** @type {[lon: number, lat: number][]} */
  const ring = Array.from({ length: 120 }, (_, i) => {
    const [angle, radius] = [(i / 120) * 2 * Math.PI, 0.04 + 0.02 * random()];
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  const type = /** @type {const} */ ("Polygon");
  return { type, coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

/**
 * Mulberry32: the same numbers from 0 to 1 in every run.
 *
 * @param {number} state
 */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

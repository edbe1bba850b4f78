import { loadAreas } from "../../../packages/areas/dist/index.js";
import { loadGazetteer } from "../../../packages/tools/dist/places/gazetteer.js";
import { labelOf } from "./label.mjs";

export const areas = await loadAreas();
const gazetteer = await loadGazetteer();

/** From this zoom on every town may show; the map leaves out what overlaps. */
const finestZoom = 11;
/** A tile has four by four cells, each with at most this many names of its own zoom. */
const cellsPerTile = 4;
const namesPerCell = 2;
/** A capital counts as a town with this many times its inhabitants. */
const capitalFactor = 5;

/** Towns with `name`, `people`, `capital`, and `z`: the zoom from which they show. */
export function placeNames() {
  const places = [];
  for (let block = 0; block < gazetteer.blocks.count; block++)
    places.push(...gazetteer.blocks.placesOf(block).filter(({ isSection }) => !isSection));
  const rankOf = ({ population, isCapital }) => population * (isCapital ? capitalFactor : 1);
  places.sort((a, b) => rankOf(b) - rankOf(a));
  const taken = new Map();
  const features = places.map(({ name, lon, lat, population, isCapital }) => {
    const [x, y] = mercator(lon, lat);
    let z = 2;
    for (; z < finestZoom; z++) {
      const cells = cellsPerTile * 2 ** z;
      const cell = `${z}/${Math.floor(x * cells)}/${Math.floor(y * cells)}`;
      const count = taken.get(cell) ?? 0;
      if (count >= namesPerCell) continue;
      // It takes a name's place at all finer zooms too.
      for (let finer = z; finer < finestZoom; finer++) {
        const own = cellsPerTile * 2 ** finer;
        const key = `${finer}/${Math.floor(x * own)}/${Math.floor(y * own)}`;
        taken.set(key, (taken.get(key) ?? 0) + 1);
      }
      break;
    }
    const properties = { name, people: population, z, ...(isCapital && { capital: 1 }) };
    return { type: "Feature", properties, geometry: { type: "Point", coordinates: [lon, lat] } };
  });
  return { name: "places", from: 0, to: 7, features };
}

/** Countries, states and provinces, with `name`, `z` and `last`: the zooms at which they show. */
export function areaNames() {
  return [
    { name: "countries", ...named("country"), from: 0, to: 7 },
    { name: "states", ...named("region"), from: 2, to: 7 },
    { name: "ranges", ...named(...landforms), from: 3, to: 7 },
    { name: "parks", ...named(...parkKinds), from: 4, to: 7 },
    { name: "counties", ...named("county"), from: 5, to: 7 },
  ];
}

/** What the areas call landforms, and parks. */
const landforms = ["Range/mtn", "Desert", "Plateau", "Valley", "Basin", "Foothills", "Wetlands"];
export const parkKinds = [
  "National Park",
  "National Seashore",
  "National Recreation Area",
  "National Preserve",
  "National Monument",
  "National Park and Preserve",
  "National Monument and Preserve",
  "National River and Recreation Area",
  "National Lakeshore",
];

const pixelsPerLetter = 7;
const tilePixels = 512;
/** The smallest areas have their names from here on. */
const latestZoom = 9;
/** This many zooms further in, its borders lie far outside the map. */
const zoomsShown = 5;

function named(...kinds) {
  const indices = kinds.flatMap((kind) => areas.ofKind(kind));
  const features = indices.flatMap((index) => {
    const { name } = areas.area(index);
    const label = labelOf(areas.polygons(index));
    if (!label || name.startsWith("Unnamed")) return [];
    const fits = Math.log2((name.length * pixelsPerLetter * 360) / (label.widthDeg * tilePixels));
    const z = Math.max(0, Math.ceil(fits * 2) / 2);
    const properties = {
      name,
      z: Math.min(z, latestZoom),
      last: Math.min(z, latestZoom) + zoomsShown,
      size: label.widthDeg,
    };
    return [
      { type: "Feature", properties, geometry: { type: "Point", coordinates: label.position } },
    ];
  });
  return { features };
}

/** Web Mercator: 0 to 1, from the north-west. */
function mercator(lon, lat) {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [lon / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

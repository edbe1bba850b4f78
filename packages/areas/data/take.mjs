// Takes the borders that are not in any npm package into source/, in compact form: states and
// provinces, natural regions and parks of Natural Earth 1:10m (public domain), as TopoJSON.
// Run by hand for a newer edition: node take.mjs FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { encodeArc, encodeShape } from "./coding.mjs";

/** Maximum bytes of a file. */
const maxFileSize = 480_000;

const folder = process.argv[2];
if (folder === undefined)
  throw new Error("give the folder of admin1.topojson.gz and natural.topojson.gz");

take("admin1", ["admin1"], ({ name, alt = [], country, iso2 = "", a3 }) => [
  name,
  alt.join("|"),
  country,
  iso2,
  a3,
]);
take("natural", ["regions", "parks"], ({ name, alt = [], kind }) => [name, alt.join("|"), kind]);

/** Writes names and shapes, one area per line, and arcs, one per line. */
function take(name, objects, columnsOf) {
  const topology = JSON.parse(gunzipSync(readFileSync(`${folder}/${name}.topojson.gz`)));
  const areas = objects.flatMap((object) => topology.objects[object].geometries);
  const lines = areas.map(({ type, arcs, properties }) => {
    const shape = encodeShape(type === "Polygon" ? [arcs] : arcs);
    return [...columnsOf(properties), shape].join("\t");
  });
  const { scale, translate } = topology.transform;
  write(`${name}.txt`, [[...scale, ...translate].join("\t"), ...lines]);
  let part = [];
  let [size, count] = [0, 0];
  for (const arc of topology.arcs.map(encodeArc)) {
    if (size + arc.length + 1 > maxFileSize) {
      write(`${name}-arcs-${++count}.txt`, part);
      [part, size] = [[], 0];
    }
    part.push(arc);
    size += arc.length + 1;
  }
  write(`${name}-arcs-${++count}.txt`, part);
}

function write(name, lines) {
  writeFileSync(new URL(`source/${name}`, import.meta.url), `${lines.join("\n")}\n`);
}

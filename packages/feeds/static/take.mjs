// Takes the static heat sources whose terms allow passing them on into heat-sources.geojsonl.gz.
// Run by hand for a newer list: node take.mjs FILE, a static-heat-sources.geojsonl.gz with one
// GeoJSON feature per line and a source in each. NOTICE.md has the terms, and what is left out.
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** Sources under CC BY 4.0, as their rows name them, and the edition that they are of. */
const allowed = [
  [/^WRI GPPD 1\.3\.0\b/, "Global Power Plant Database 1.3.0 (2021-06-02)"],
  [
    /^GEM Global Steel Plant Tracker \(2024-04-15\b/,
    "Global Energy Monitor, Global Steel Plant Tracker (2024-04-15)",
  ],
];

const file = process.argv[2];
if (file === undefined) throw new Error("give the path of static-heat-sources.geojsonl.gz");

const counts = new Map();
const lines = gunzipSync(readFileSync(file))
  .toString()
  .trim()
  .split("\n")
  .flatMap((line) => {
    const { id, geometry, properties } = JSON.parse(line);
    const source = allowed.find(([form]) => form.test(properties.source))?.[1];
    const counted = source ?? `left out: ${properties.source}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    if (source === undefined) return [];
    return JSON.stringify({ type: "Feature", id, geometry, properties: { ...properties, source } });
  });
const output = new URL("heat-sources.geojsonl.gz", import.meta.url);
writeFileSync(output, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
for (const [counted, count] of counts) process.stdout.write(`${count} ${counted}\n`);

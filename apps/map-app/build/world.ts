import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "vite";

const id = "virtual:world";
const atlas = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
/** In the folder of its package, which the licences of the page name. */
const packed = `\0${atlas}.packed`;

/** Steps of some 6 km: finer than its coasts are, and a third smaller. */
const coarser = 16;

/** Natural Earth at 1:110 million, without names, compressed: a third of the size of its JSON. */
export function world(): Plugin {
  return {
    name: "world",
    resolveId: (source) => (source === id ? packed : null),
    load(source) {
      if (source !== packed) return null;
      const topology = JSON.parse(readFileSync(atlas, "utf8"));
      for (const country of topology.objects.countries.geometries) {
        delete country.properties;
        delete country.id;
      }
      topology.arcs = topology.arcs.map(coarserArc);
      topology.transform.scale = topology.transform.scale.map((step: number) => step * coarser);
      const text = deflateRawSync(JSON.stringify(topology), { level: 9 }).toString("base64");
      return { code: `export const world = ${JSON.stringify(text)};`, moduleType: "js" };
    },
  };
}

/** An arc of a topology, whose positions are each the difference to the one before. */
function coarserArc(arc: readonly [number, number][]): [number, number][] {
  let [x, y, lastX, lastY] = [0, 0, 0, 0];
  const all = arc.map(([dx, dy]): [number, number] => {
    x += dx;
    y += dy;
    const step: [number, number] = [
      Math.round(x / coarser) - lastX,
      Math.round(y / coarser) - lastY,
    ];
    lastX += step[0];
    lastY += step[1];
    return step;
  });
  return all.filter(([dx, dy], i) => i === 0 || dx !== 0 || dy !== 0);
}

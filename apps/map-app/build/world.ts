import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "vite";

const id = "virtual:world";

/** Natural Earth at 1:110 million, without names, compressed: half the size of its JSON. */
export function world(): Plugin {
  return {
    name: "world",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      const path = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
      const atlas = JSON.parse(readFileSync(path, "utf8"));
      for (const country of atlas.objects.countries.geometries) {
        delete country.properties;
        delete country.id;
      }
      const text = deflateRawSync(JSON.stringify(atlas), { level: 9 }).toString("base64");
      return `export const world = ${JSON.stringify(text)};`;
    },
  };
}

import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Geometry, Properties } from "@emberline/geo";
import type { Credit, FeedFeature, Layer } from "../values/feed.ts";

/** Features that are shipped with the package. */
export interface StaticList {
  readonly layer: Layer;
  readonly credit: Credit;
  /** The date of its oldest part. */
  readonly asOf: string;
  readonly features: readonly FeedFeature[];
}

const file = new URL("../../static/heat-sources.geojsonl.gz", import.meta.url);

/** Plants that burn or melt, and that satellites take for fires: `category`, `name`, `source`. */
export async function staticHeatSources(): Promise<StaticList> {
  const lines = (await promisify(gunzip)(await readFile(file))).toString().trim().split("\n");
  return {
    layer: "staticHeatSources",
    credit: {
      name: "Global Power Plant Database, Global Steel Plant Tracker (CC BY 4.0)",
      text: "Global Energy Observatory, Google, KTH Royal Institute of Technology in Stockholm, Enipedia, World Resources Institute: Global Power Plant Database 1.3.0 (2021-06-02). Global Energy Monitor: Global Steel Plant Tracker (2024-04-15).",
      url: "https://creativecommons.org/licenses/by/4.0/",
      licence: "CC-BY-4.0",
      disclaimer:
        "Power plants of 2021 and steel plants of 2024: no gas flares, volcanoes, mines or refineries.",
    },
    asOf: "2021-06-02",
    features: lines.map(toFeature),
  };
}

function toFeature(line: string): FeedFeature {
  const { id, geometry, properties } = JSON.parse(line) as {
    readonly id: string;
    readonly geometry: Geometry;
    readonly properties: Properties;
  };
  return { type: "Feature", id, geometry, properties, time: undefined };
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  readFeatures,
  readShared,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import { type FirmsOptions, firmsFeeds } from "../src/index.ts";
import { csv, dayMs, key, Memory, read, scripted } from "./support/firms.ts";

const baseUrl = new URL("https://firms.example/");

function feedsOf(options: Partial<FirmsOptions>) {
  return firmsFeeds({ baseUrl, key, areas: [], days: 7, ...options });
}

/** The area API with the rows of a file, which are asked for by satellite and day. */
function sourceOf(file: string, satellites: Readonly<Record<string, readonly string[]>>) {
  const [header, ...rows] = readShared(`firms/${file}.csv.gz`).trimEnd().split("\n");
  const columns = header!.split(",");
  const cellOf = (row: string, name: string) => row.split(",")[columns.indexOf(name)]!;
  const byDay: Record<string, string[]> = {};
  for (const row of rows) {
    const day = cellOf(row, "acq_date");
    byDay[day] ??= [];
    byDay[day].push(row);
  }
  return scripted((path) => {
    if (path.includes("mapkey_status")) return undefined;
    if (path.includes("data_availability")) {
      return csv("data_id,min_date,max_date", "MODIS_SP,2000-11-01,2019-09-30");
    }
    const [, , , , , name, , , day] = path.split("/");
    const isOwn = (row: string) => satellites[name!]!.includes(cellOf(row, "satellite"));
    const own = byDay[day!]?.filter(isOwn) ?? [];
    return csv(header!, ...own);
  });
}

/** What is compared: ids of the files are of their makers. */
function contentOf(features: Iterable<{ geometry: unknown; properties: object }>): string[] {
  return [...features]
    .map(({ geometry, properties }) =>
      JSON.stringify([geometry, Object.entries(properties).sort()]),
    )
    .sort();
}

describe("real rows of FIRMS", { skip: skipWithoutSharedData }, () => {
  it("of VIIRS become the features that others made of them", async () => {
    const memory = new Memory();
    const source = sourceOf("firms_oregon_viirs_2026-07", {
      VIIRS_SNPP_NRT: ["N"],
      VIIRS_NOAA20_NRT: ["N20"],
      VIIRS_NOAA21_NRT: ["N21"],
      MODIS_NRT: ["Terra", "Aqua"],
    });
    const now = Date.parse("2026-07-21T00:10:00Z");
    for (const feed of feedsOf({}).filter((each) => each.name.endsWith("-nrt"))) {
      const { error } = await read(feed, memory, source.request, now);
      assert.equal(error, undefined);
    }
    const expected = readFeatures("hotspots_oregon_viirs_2026-07");
    assert.equal(expected.length, 1170);
    assert.deepEqual(contentOf(memory.features.values()), contentOf(expected as never));
  });

  it("of MODIS become the features that others made of them, as standard products", async () => {
    const memory = new Memory();
    const source = sourceOf("firms_australia_modis_2019-08_2019-09", {
      MODIS_SP: ["Terra", "Aqua"],
    });
    const feeds = feedsOf({ sources: ["modis"], days: 70 });
    const feed = feeds.find(({ name }) => name === "firms-modis-sp")!;
    const { error } = await read(
      feed,
      memory,
      source.request,
      Date.parse("2019-09-30") + 5 * dayMs,
    );
    assert.equal(error, undefined);
    const expected = readFeatures("hotspots_australia_modis_2019-08_2019-09");
    assert.equal(expected.length, 36_011);
    assert.deepEqual(contentOf(memory.features.values()), contentOf(expected as never));
  });
});

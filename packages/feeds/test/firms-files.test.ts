import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firmsFeeds } from "../src/index.ts";
import {
  csv,
  hourMs,
  key,
  Memory,
  minuteMs,
  modisHeader,
  modisRow,
  noon,
  read,
  scripted,
  viirsHeader,
  viirsRow,
} from "./support/firms.ts";

const options = { baseUrl: new URL("https://mirror.example/firms"), areas: [], days: 30 };

/** Rows of the area API in the layout of the open files: without the column `instrument`. */
function fileOf(header: string, ...rows: string[]): string {
  const at = header.split(",").indexOf("instrument");
  const lines = [header, ...rows].map((line) => line.split(",").toSpliced(at, 1).join(","));
  return csv(lines[0]!, ...lines.slice(1));
}

function feedOf(source: "modis" | "viirs-noaa21", withKey = false) {
  return firmsFeeds({ ...options, sources: [source], ...(withKey && { key }) })[0]!;
}

const flatViirs = viirsRow({ acq_time: "0911", satellite: "2", confidence: "nominal" });

describe("the open files of FIRMS", () => {
  it("are read without a key, from their folders below the base address", async () => {
    const paths: string[] = [];
    for (const feed of firmsFeeds(options)) {
      const source = scripted(() => undefined);
      await read(feed, new Memory(), source.request);
      paths.push(...source.paths);
    }
    const folder = "/firms/data/active_fire/";
    assert.deepEqual(paths, [
      `${folder}suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2_Global_7d.csv`,
      `${folder}noaa-20-viirs-c2/csv/J1_VIIRS_C2_Global_7d.csv`,
      `${folder}noaa-21-viirs-c2/csv/J2_VIIRS_C2_Global_7d.csv`,
      `${folder}modis-c6.1/csv/MODIS_C6_1_Global_7d.csv`,
    ]);
  });

  it("are chosen by the gap since the last reading", async () => {
    const memory = new Memory();
    const feed = feedOf("viirs-noaa21");
    const fileAfter = async (hours: number) => {
      const source = scripted(() => undefined);
      await read(feed, memory, source.request, noon + hours * hourMs);
      return source.paths[0]!.replace(/.*_/, "");
    };
    assert.equal(await fileAfter(0), "7d.csv");
    assert.equal(await fileAfter(1), "24h.csv");
    assert.equal(await fileAfter(8), "48h.csv");
    assert.equal(await fileAfter(9), "24h.csv");
    assert.equal(await fileAfter(80), "7d.csv");
  });

  it("give a VIIRS pixel the same id and content as the area API", async () => {
    const memory = new Memory();
    const files = scripted(() => fileOf(viirsHeader, flatViirs));
    await read(feedOf("viirs-noaa21"), memory, files.request);
    const [flat] = [...memory.features.values()];
    assert.equal(flat!.properties.confidence, "n");
    assert.equal(flat!.properties.satellite, "N21");
    const area = scripted((path) =>
      path.endsWith("07-17") ? csv(viirsHeader, viirsRow()) : undefined,
    );
    const { changes } = await read(feedOf("viirs-noaa21", true), memory, area.request);
    assert.ok(changes.every(({ put, remove }) => put.length + remove.length === 0));
    assert.deepEqual([...memory.features.values()], [flat]);
  });

  const fine = modisRow({ latitude: "42.59076", longitude: "-123.00650", acq_time: "5" });
  for (const [name, latitude, longitude] of [
    ["rounded", "42.591", "-123.007"],
    ["cut", "42.590", "-123.006"],
  ] as const) {
    const coarse = modisRow({ latitude, longitude, acq_time: "0005", satellite: "T" });
    const answers = {
      files: () => fileOf(modisHeader, coarse),
      area: (path: string) => (path.endsWith("07-17") ? csv(modisHeader, fine) : undefined),
    };
    for (const order of [
      ["files", "area"],
      ["area", "files"],
      ["area", "files", "area"],
    ] as const) {
      it(`give a MODIS pixel with three decimals, ${name}, way to that of the area API (${order})`, async () => {
        const memory = new Memory();
        for (const kind of order) {
          await read(feedOf("modis", kind === "area"), memory, scripted(answers[kind]).request);
        }
        assert.deepEqual(memory.ids, ["terra_20260717T000500Z_-123.0065_42.59076"]);
      });
    }
  }

  it("keep two MODIS pixels of the same minute apart", async () => {
    const memory = new Memory();
    const rows = [
      modisRow({ latitude: "42.591", longitude: "-123.007" }),
      modisRow({ latitude: "42.591", longitude: "-123.019" }),
    ];
    await read(feedOf("modis"), memory, scripted(() => fileOf(modisHeader, ...rows)).request);
    assert.equal(memory.ids.length, 2);
  });

  it("are asked for with the entity tag of the answer before", async () => {
    const memory = new Memory();
    const feed = feedOf("viirs-noaa21");
    const source = scripted(() => ({ body: fileOf(viirsHeader, flatViirs), etag: '"a"' }));
    await read(feed, memory, source.request);
    await read(feed, memory, source.request, noon + 30 * minuteMs);
    const { changes } = await read(feed, memory, source.request, noon + 60 * minuteMs);
    assert.deepEqual(
      source.options.map(({ validators }) => validators?.etag),
      [undefined, undefined, '"a"'],
    );
    assert.deepEqual(
      changes.map(({ put, remove, counts }) => [put, remove, counts.received]),
      [[[], [], 0]],
    );
    assert.equal(memory.ids.length, 1);
  });

  it("leave out detections outside the areas, also across the antimeridian", async () => {
    const [feed] = firmsFeeds({
      ...options,
      sources: ["viirs-noaa21"],
      areas: [[170, -20, -170, 10]],
    });
    const rows = ["179.5", "-179.5", "160"].map((longitude) =>
      viirsRow({ latitude: "-5", longitude, acq_time: "0911" }),
    );
    const memory = new Memory();
    await read(feed!, memory, scripted(() => fileOf(viirsHeader, ...rows)).request);
    assert.deepEqual(memory.all("longitude"), [-179.5, 179.5]);
  });

  it("missing at the source are an error", async () => {
    const source = scripted(() => ({
      status: 404,
      mediaType: "text/html",
      body: "<html>Not Found",
    }));
    const { error } = await read(feedOf("viirs-noaa21"), new Memory(), source.request);
    assert.equal(error?.code, "refused");
  });
});

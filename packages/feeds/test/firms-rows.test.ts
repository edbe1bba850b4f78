import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { firmsFeeds } from "../src/index.ts";
import {
  csv,
  key,
  Memory,
  modisHeader,
  modisRow,
  read,
  scripted,
  viirsHeader,
  viirsRow,
} from "./support/firms.ts";

const options = { baseUrl: new URL("https://firms.example/"), key, areas: [], days: 1 };

/** What is stored after an answer for the day of noon. */
async function stored(
  body: string | readonly string[],
  name: "viirs-noaa21" | "modis" = "viirs-noaa21",
) {
  const memory = new Memory();
  const [feed] = firmsFeeds({ ...options, sources: [name] });
  const source = scripted((path) => (path.endsWith("07-17") ? { body } : undefined));
  const { changes, error } = await read(feed!, memory, source.request);
  assert.equal(error, undefined);
  const { received, rejected, added } = changes[0]!.counts;
  return { memory, received, rejected, added };
}

describe("rows of FIRMS", () => {
  it("are read by the names of their columns, in any order and with some missing", async () => {
    const { memory } = await stored(
      "frp,acq_time,acq_date,satellite,longitude,latitude\n7.5,911,2026-07-17,N21,10,20\n",
    );
    const [feature] = [...memory.features.values()];
    assert.deepEqual(feature!.geometry, { type: "Point", coordinates: [10, 20] });
    assert.equal(feature!.properties.frp, 7.5);
  });

  it("without frp have none, not 0", async () => {
    const { memory } = await stored(csv(viirsHeader, viirsRow({ frp: "" })));
    assert.deepEqual(memory.all("frp"), [null]);
  });

  it("have times of one to four digits", async () => {
    const times = ["3", "35", "215", "0911", "2359"];
    const rows = times.map((acq_time) => viirsRow({ acq_time }));
    const { memory } = await stored(csv(viirsHeader, ...rows));
    assert.deepEqual(memory.all("acq_time"), ["0003", "0035", "0215", "0911", "2359"]);
    assert.equal(memory.all("datetime")[0], "2026-07-17T00:03:00Z");
  });

  for (const [spelling, name] of [
    ["N", "N"],
    ["1", "N20"],
    ["N20", "N20"],
    ["NOAA-20", "N20"],
    ["2", "N21"],
    ["T", "Terra"],
    ["A", "Aqua"],
    ["Terra", "Terra"],
    ["G18FRP", "G18FRP"],
  ]) {
    it(`name their satellite ${name} if it is spelt ${spelling}`, async () => {
      const { memory } = await stored(csv(viirsHeader, viirsRow({ satellite: spelling! })));
      assert.deepEqual(memory.all("satellite"), [name]);
    });
  }

  for (const [spelling, value] of [
    ["l", "l"],
    ["low", "l"],
    ["nominal", "n"],
    ["high", "h"],
    ["H", "h"],
    ["M", "n"],
    ["L", "l"],
    ["71", 71],
    ["0.87", 0.87],
  ] as const) {
    it(`have the confidence ${value} if it is spelt ${spelling}`, async () => {
      const { memory } = await stored(csv(viirsHeader, viirsRow({ confidence: spelling })));
      assert.deepEqual(memory.all("confidence"), [value]);
    });
  }

  it("may have the columns of Landsat, and those of GOES", async () => {
    const landsat =
      "latitude,longitude,path,row,scan,track,acq_date,acq_time,satellite,confidence,daynight\n40.1,-120.2,44,32,6012,3344,2026-07-17,1843,L8,H,D\n";
    const { memory } = await stored(landsat);
    assert.deepEqual(memory.all("path"), [44]);
    assert.deepEqual(memory.ids, ["l8_20260717T184300Z_-120.2_40.1"]);
    const goes = { satellite: "G18", instrument: "", version: "1.11NRT", confidence: "0.5" };
    const other = await stored(csv(viirsHeader, viirsRow({ ...goes, scan: "0", track: "0" })));
    assert.deepEqual(other.memory.all("instrument"), [null]);
    assert.equal(other.rejected, 0);
  });

  it("that are broken are rejected and counted, and the others are stored", async () => {
    const broken = [
      viirsRow({ latitude: "-123.0065", longitude: "42.59076" }),
      viirsRow({ latitude: "north" }),
      viirsRow({ latitude: "" }),
      viirsRow({ longitude: "180.5" }),
      viirsRow({ longitude: "NaN" }),
      viirsRow({ acq_date: "2026-07-32" }),
      viirsRow({ acq_date: "17.07.2026" }),
      viirsRow({ acq_date: "" }),
      viirsRow({ acq_time: "2460" }),
      viirsRow({ acq_time: "noon" }),
      viirsRow({ frp: "strong" }),
      viirsRow({ satellite: "" }),
      `${viirsRow()},1`,
      viirsRow().replace(/,N$/, ""),
      '"unclosed,1,2,3',
    ];
    const { memory, received, rejected } = await stored(csv(viirsHeader, ...broken, viirsRow()));
    assert.equal(memory.ids.length, 1);
    assert.equal(rejected, broken.length);
    assert.equal(received, broken.length + 1);
  });

  it("of another day than was asked for are rejected", async () => {
    const rows = ["2026-07-16", "2026-07-17", "2099-01-01"].map((acq_date) =>
      viirsRow({ acq_date }),
    );
    const { memory, rejected } = await stored(csv(viirsHeader, ...rows));
    assert.deepEqual(memory.all("acq_date"), ["2026-07-17"]);
    assert.equal(rejected, 2);
  });

  it("older than the retention are left out", async () => {
    const memory = new Memory();
    const [feed] = firmsFeeds({ ...options, sources: ["viirs-noaa21"] });
    const rows = ["1130", "1230"].map((acq_time) => viirsRow({ acq_date: "2026-07-16", acq_time }));
    const source = scripted((path) =>
      path.endsWith("07-16") ? csv(viirsHeader, ...rows) : undefined,
    );
    await read(feed!, memory, source.request);
    assert.deepEqual(memory.all("acq_time"), ["1230"]);
  });

  it("may end in CRLF, and follow a byte order mark and empty lines", async () => {
    const { memory, rejected } = await stored(`\uFEFF${viirsHeader}\r\n\r\n${viirsRow()}\r\n\r\n`);
    assert.equal(memory.ids.length, 1);
    assert.equal(rejected, 0);
    assert.deepEqual(memory.all("daynight"), ["N"]);
  });

  it("may be quoted", async () => {
    const { memory } = await stored(
      csv(viirsHeader, viirsRow({ satellite: '"N21"', version: '"2.0,NRT"' })),
    );
    assert.deepEqual(memory.all("version"), ["2.0,NRT"]);
  });

  it("are the same wherever their text is split", async () => {
    const body = csv(modisHeader, modisRow({ acq_time: "3" }), modisRow({ frp: "" }));
    const whole = (await stored(body, "modis")).memory.features;
    assert.equal(whole.size, 2);
    for (let at = 0; at <= body.length; at++) {
      const { memory } = await stored([body.slice(0, at), body.slice(at)], "modis");
      assert.deepEqual(memory.features, whole);
    }
    const cuts = fc
      .array(fc.nat(body.length))
      .map((at) => [0, ...at.sort((a, b) => a - b), body.length]);
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const pieces = at.slice(1).map((end, i) => body.slice(at[i], end));
        const { memory } = await stored(pieces, "modis");
        assert.deepEqual(memory.features, whole);
      }),
    );
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FirmsOptions, firmsFeeds } from "../src/index.ts";
import {
  csv,
  dayMs,
  hourMs,
  key,
  Memory,
  minuteMs,
  noon,
  read,
  scripted,
  viirsHeader,
  viirsRow,
} from "./support/firms.ts";

const baseUrl = new URL("https://firms.example/");

function feeds(options: Partial<FirmsOptions> = {}) {
  return firmsFeeds({ baseUrl, key, areas: [], days: 2, ...options });
}

/** The feed of NOAA-21. */
function noaa21(options: Partial<FirmsOptions> = {}) {
  return feeds({ ...options, sources: ["viirs-noaa21"] })[0]!;
}

describe("the area API of FIRMS", () => {
  it("has a feed for each of its near real-time sources, and for their standard products", () => {
    assert.deepEqual(
      feeds().map(({ name }) => name),
      [
        "firms-viirs-snpp-nrt",
        "firms-viirs-noaa20-nrt",
        "firms-viirs-noaa21-nrt",
        "firms-modis-nrt",
        "firms-viirs-snpp-sp",
        "firms-viirs-noaa20-sp",
        "firms-modis-sp",
      ],
    );
  });

  it("reads rows as hotspots: unpadded times in UTC, columns by name", async () => {
    const memory = new Memory();
    const source = scripted((path) =>
      path.endsWith("2026-07-17") ? csv(viirsHeader, viirsRow({ acq_time: "3" })) : undefined,
    );
    const { changes, error } = await read(noaa21(), memory, source.request);
    assert.equal(error, undefined);
    assert.deepEqual(
      [...memory.features.values()],
      [
        {
          type: "Feature",
          id: "noaa21_20260717T000300Z_-123.0065_42.59076",
          geometry: { type: "Point", coordinates: [-123.0065, 42.59076] },
          properties: {
            latitude: 42.59076,
            longitude: -123.0065,
            bright_ti4: 303.02,
            scan: 0.5,
            track: 0.66,
            acq_date: "2026-07-17",
            acq_time: "0003",
            satellite: "N21",
            instrument: "VIIRS",
            confidence: "n",
            version: "2.0NRT",
            bright_ti5: 279.34,
            frp: 2.13,
            daynight: "N",
            datetime: "2026-07-17T00:03:00Z",
          },
          time: {
            start: Date.parse("2026-07-17T00:03:00Z"),
            end: Date.parse("2026-07-17T00:03:00Z"),
          },
        },
      ],
    );
    assert.deepEqual(
      changes.map(({ counts }) => counts.added),
      [1, 0, 0],
    );
  });

  it("asks for UTC days, today's and yesterday's at each reading, and others when they are due", async () => {
    const memory = new Memory();
    const feed = noaa21();
    const daysAt = async (now: number) => {
      const source = scripted(() => undefined);
      assert.equal((await read(feed, memory, source.request, now)).error, undefined);
      return source.data().map((path) => path.replace("/api/area/csv/KEY/VIIRS_NOAA21_NRT/", ""));
    };
    assert.deepEqual(await daysAt(noon), [
      "world/1/2026-07-17",
      "world/1/2026-07-16",
      "world/1/2026-07-15",
    ]);
    assert.deepEqual(await daysAt(noon + 10 * minuteMs), [
      "world/1/2026-07-17",
      "world/1/2026-07-16",
    ]);
    assert.deepEqual(await daysAt(noon + 6 * hourMs), [
      "world/1/2026-07-17",
      "world/1/2026-07-16",
      "world/1/2026-07-15",
    ]);
    // Just after midnight the new day is empty, and yesterday is read.
    assert.deepEqual((await daysAt(noon + 12 * hourMs)).slice(0, 2), [
      "world/1/2026-07-18",
      "world/1/2026-07-17",
    ]);
  });

  it("reads a week again once when it is over", async () => {
    const memory = new Memory();
    const feed = noaa21({ days: 20 });
    await read(feed, memory, scripted(() => undefined).request);
    const source = scripted(() => undefined);
    await read(feed, memory, source.request, noon + 10 * dayMs);
    const asked = source.data().map((path) => path.slice(-10));
    assert.deepEqual(asked.at(-1), "2026-07-10");
    const later = scripted(() => undefined);
    await read(feed, memory, later.request, noon + 10 * dayMs + minuteMs);
    assert.deepEqual(
      later.data().map((path) => path.slice(-10)),
      ["2026-07-27", "2026-07-26"],
    );
  });

  it("asks for up to five days at once in small areas, and splits boxes at the antimeridian", async () => {
    const source = scripted(() => undefined);
    await read(noaa21({ areas: [[170, -20, -170, 10]], days: 5 }), new Memory(), source.request);
    assert.deepEqual(
      source.data().map((path) => path.replace("/api/area/csv/KEY/VIIRS_NOAA21_NRT/", "")),
      [
        "170,-20,180,10/5/2026-07-13",
        "-180,-20,-170,10/5/2026-07-13",
        "170,-20,180,10/1/2026-07-12",
        "-180,-20,-170,10/1/2026-07-12",
      ],
    );
  });

  it("passes the key as a secret with each request", async () => {
    const source = scripted(() => undefined);
    await read(noaa21(), new Memory(), source.request);
    assert.equal(source.options.length, 4);
    assert.ok(source.options.every(({ secrets }) => secrets?.includes(key)));
  });
});

describe("a large answer of FIRMS", () => {
  const rows = Array.from({ length: 3000 }, (_, i) => viirsRow({ latitude: (i / 100).toFixed(2) }));
  const source = () =>
    scripted((path) => (path.endsWith("07-17") ? csv(viirsHeader, ...rows) : undefined));

  /** One reading whose pause is called between parts of the work. */
  async function readWith(pause: () => Promise<void> | undefined, memory = new Memory()) {
    const context = {
      signal: new AbortController().signal,
      now: () => noon,
      request: source().request,
      state: undefined,
      stored: memory,
      pause,
    };
    for await (const change of noaa21().read(context)) memory.apply("feed", change);
    return memory;
  }

  it("is read in turns: at least one a row", async () => {
    let pauses = 0;
    const memory = await readWith(() => {
      pauses++;
      return undefined;
    });
    assert.equal(memory.ids.length, 3000);
    assert.ok(pauses > 3000);
  });

  it("stores nothing when the program ends in between", async () => {
    const memory = new Memory();
    let pauses = 0;
    const pause = () => (++pauses > 1000 ? Promise.reject(new Error("over")) : undefined);
    await assert.rejects(readWith(pause, memory), /over/);
    assert.deepEqual(memory.ids, []);
  });
});

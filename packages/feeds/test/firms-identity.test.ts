import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FirmsOptions, firmsFeeds } from "../src/index.ts";
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

/** Feeds of a program of its own, whose quota nothing has used. */
function feedsOf(options: Partial<FirmsOptions> = {}) {
  const baseUrl = new URL("https://firms.example/");
  return firmsFeeds({ baseUrl, key, sources: ["viirs-noaa21"], areas: [], days: 1, ...options });
}

/** One reading, in which FIRMS has these rows; returns the changes. */
async function seen(memory: Memory, rows: readonly string[], now = noon) {
  const source = scripted((path) => {
    const day = path.slice(-10);
    return csv(viirsHeader, ...rows.filter((row) => row.includes(day)));
  });
  const { changes, error } = await read(feedsOf()[0]!, memory, source.request, now);
  assert.equal(error, undefined);
  return {
    added: sum(changes.map(({ counts }) => counts.added)),
    replaced: sum(changes.map(({ counts }) => counts.replaced)),
    removed: sum(changes.map(({ counts }) => counts.removed)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

const none = { added: 0, replaced: 0, removed: 0 };
/** 11:11 UTC, 49 minutes before noon. */
const recent = { acq_time: "1111" };

describe("the identity of detections", () => {
  it("identical rows are one", async () => {
    const memory = new Memory();
    assert.deepEqual(await seen(memory, [viirsRow(), viirsRow()]), { ...none, added: 1 });
  });

  it("the same answer again changes nothing", async () => {
    const memory = new Memory();
    const rows = [viirsRow(), viirsRow({ frp: "9", scan: "0.6" }), viirsRow({ acq_time: "1" })];
    await seen(memory, rows);
    assert.deepEqual(await seen(memory, rows), none);
    assert.deepEqual(await seen(memory, rows.toReversed()), none);
  });

  it("the same place at another time or by another satellite is another detection", async () => {
    const memory = new Memory();
    await seen(memory, [
      viirsRow(),
      viirsRow({ acq_time: "912" }),
      viirsRow({ satellite: "N20" }),
      viirsRow({ acq_date: "2026-07-16", acq_time: "2200" }),
    ]);
    assert.equal(memory.ids.length, 4);
  });

  it("another power or confidence of the same version replaces the detection", async () => {
    const memory = new Memory();
    await seen(memory, [viirsRow()]);
    const ids = memory.ids;
    const row = viirsRow({ frp: "4", confidence: "h" });
    assert.deepEqual(await seen(memory, [row]), { ...none, replaced: 1 });
    assert.deepEqual(memory.ids, ids);
    assert.deepEqual(memory.all("frp"), [4]);
  });

  for (const [older, newer] of [
    ["2.0URT", "2.0RT"],
    ["2.0RT", "2.0NRT"],
    ["2.0URT", "2.0NRT"],
    ["2.0URT", "2.1URT"],
    ["2.1RT", "2.0NRT"],
    ["2.0NRT", "2.0"],
  ]) {
    it(`version ${newer} of a detection is stored rather than ${older}, in any order`, async () => {
      const rows = [older!, newer!].map((version) => viirsRow({ ...recent, version }));
      for (const answers of [
        [[rows[0]!], [rows[1]!]],
        [[rows[1]!], [rows[0]!]],
        [rows],
        [rows.toReversed()],
      ]) {
        const memory = new Memory();
        for (const answer of answers) await seen(memory, answer);
        assert.deepEqual(memory.all("version"), [newer]);
      }
    });
  }

  it("two rows of one pixel that differ in power and pixel size are both kept, in any order", async () => {
    const [a, b] = [viirsRow(), viirsRow({ frp: "4.2", scan: "0.57" })];
    const expected = new Memory();
    await seen(expected, [a, b]);
    assert.equal(expected.ids.length, 2);
    assert.deepEqual(expected.all("frp"), [2.13, 4.2]);
    for (const answers of [
      [[b, a]],
      [[a], [a, b]],
      [[b], [a, b]],
      [[a, b], [a]],
      [[a, b], [b]],
      [[b, a, b], [a]],
    ]) {
      const memory = new Memory();
      for (const answer of answers) await seen(memory, answer);
      assert.deepEqual(memory.features, expected.features);
    }
  });

  it("of two rows of one pixel, one that changes replaces that one", async () => {
    const memory = new Memory();
    const [a, b] = [viirsRow(), viirsRow({ frp: "4.2", scan: "0.57" })];
    await seen(memory, [a, b]);
    await seen(memory, [a, viirsRow({ frp: "5", scan: "0.57" })]);
    assert.deepEqual(memory.all("frp"), [2.13, 5]);
  });

  it("a near real-time row is not removed because it is missing", async () => {
    const memory = new Memory();
    await seen(memory, [viirsRow(), viirsRow({ acq_time: "912" })]);
    assert.deepEqual(await seen(memory, [viirsRow()]), none);
    assert.equal(memory.ids.length, 2);
  });
});

describe("final rows that FIRMS withdraws", () => {
  const [a, b, c] = ["911", "912", "913"].map((acq_time) => viirsRow({ acq_time }));
  const isOver = noon + 15 * hourMs;

  it("are removed by a complete answer of a day that is over", async () => {
    const memory = new Memory();
    await seen(memory, [a!, b!, c!]);
    assert.deepEqual(await seen(memory, [a!, b!], isOver), { ...none, removed: 1 });
    assert.deepEqual(await seen(memory, [a!, b!], isOver + hourMs), none);
    assert.equal(memory.ids.length, 2);
    // A source that has it again gives it back.
    assert.deepEqual(await seen(memory, [a!, b!, c!], isOver + 2 * hourMs), { ...none, added: 1 });
  });

  it("stay within three hours of their day, when rows still arrive", async () => {
    const memory = new Memory();
    await seen(memory, [a!, b!]);
    assert.deepEqual(await seen(memory, [a!], isOver - minuteMs), none);
  });

  it("stay when an answer has none, or less than half of the day's", async () => {
    const memory = new Memory();
    await seen(memory, [a!, b!, c!]);
    assert.deepEqual(await seen(memory, [], isOver), none);
    assert.deepEqual(await seen(memory, [a!], isOver), none);
  });

  it("of another satellite, another area or another product stay", async () => {
    const memory = new Memory();
    const other = viirsRow({ satellite: "N20" });
    await seen(memory, [a!, b!, other, viirsRow({ acq_time: "914", version: "2.0" })]);
    const far = viirsRow({ acq_time: "1", latitude: "5", longitude: "5" });
    await seen(memory, [far]);
    const source = scripted((path) =>
      path.endsWith("2026-07-17") ? csv(viirsHeader, far) : undefined,
    );
    await read(feedsOf({ areas: [[0, 0, 10, 10]] })[0]!, memory, source.request, isOver);
    assert.equal(memory.ids.length, 5);
    assert.deepEqual(await seen(memory, [a!, b!], isOver), { ...none, removed: 1 });
    assert.deepEqual(memory.all("version"), ["2.0", "2.0NRT", "2.0NRT", "2.0NRT"]);
  });
});

describe("provisional detections", () => {
  const urt = viirsRow({ ...recent, version: "2.0URT" });
  /** A thousandth of a degree is 111 m or less; the pixel is 500 by 660 m. */
  const nrt = viirsRow({ acq_time: "1112", latitude: "42.59176", longitude: "-123.00550" });

  for (const [name, answers] of [
    ["in a later answer", [[urt], [nrt]]],
    ["in the same answer", [[nrt, urt]]],
    ["in an earlier answer", [[nrt], [urt]]],
    ["in an answer that has both again", [[urt], [urt, nrt], [urt]]],
  ] as const) {
    it(`give way to the final row less than a pixel and at most a minute away, ${name}`, async () => {
      const memory = new Memory();
      for (const answer of answers) await seen(memory, answer);
      assert.deepEqual(memory.all("version"), ["2.0NRT"]);
    });
  }

  for (const [name, row] of [
    ["a pixel away", viirsRow({ ...recent, latitude: "42.59527" })],
    ["two minutes away", viirsRow({ acq_time: "1113" })],
    ["of another satellite", viirsRow({ ...recent, satellite: "N20" })],
    ["that is provisional too", viirsRow({ acq_time: "1112", version: "2.0RT" })],
  ] as const) {
    it(`do not give way to a row ${name}`, async () => {
      const memory = new Memory();
      await seen(memory, [urt, row]);
      assert.equal(memory.ids.length, 2);
    });
  }

  it("give way across midnight", async () => {
    const now = Date.parse("2026-07-17T02:00:00Z");
    const before = viirsRow({ acq_date: "2026-07-16", acq_time: "2359", version: "2.0URT" });
    const after = viirsRow({ acq_time: "0" });
    const memory = new Memory();
    await seen(memory, [before], now);
    await seen(memory, [after], now + 10 * minuteMs);
    assert.deepEqual(memory.all("version"), ["2.0NRT"]);
    // The provisional row comes again with its own day.
    await seen(memory, [before, after], now + 20 * minuteMs);
    assert.deepEqual(memory.all("version"), ["2.0NRT"]);
  });

  it("leave when they were not confirmed 8 hours after their observation", async () => {
    const other = viirsRow({ acq_time: "1" });
    const memory = new Memory();
    await seen(memory, [urt, other]);
    assert.deepEqual(await seen(memory, [other], noon + 7 * hourMs), none);
    assert.equal(memory.ids.length, 2);
    assert.deepEqual(await seen(memory, [other], noon + 8 * hourMs), { ...none, removed: 1 });
    assert.deepEqual(memory.all("version"), ["2.0NRT"]);
  });

  it("stay while FIRMS still has them", async () => {
    const memory = new Memory();
    await seen(memory, [urt]);
    assert.deepEqual(await seen(memory, [urt], noon + 10 * hourMs), none);
    assert.equal(memory.ids.length, 1);
  });

  it("stay when an answer has no rows at all", async () => {
    const memory = new Memory();
    await seen(memory, [urt]);
    assert.deepEqual(await seen(memory, [], noon + 10 * hourMs), none);
    assert.equal(memory.ids.length, 1);
  });

  it("stay when an answer is of another area", async () => {
    const memory = new Memory();
    await seen(memory, [urt]);
    const [elsewhere] = feedsOf({ areas: [[0, 0, 10, 10]] });
    const row = viirsRow({ latitude: "5", longitude: "5", acq_time: "1" });
    const source = scripted(() => csv(viirsHeader, row));
    await read(elsewhere!, memory, source.request, noon + 10 * hourMs);
    assert.equal(memory.ids.length, 2);
  });
});

describe("standard products", () => {
  const now = Date.parse("2026-10-01T12:00:00Z");
  const feeds = () => feedsOf({ sources: ["viirs-noaa20"], days: 100 });
  const nrtFeed = () => feeds()[0]!;
  const spFeed = () => feeds()[1]!;
  const spHeader = `${viirsHeader},type`;
  const nrt = ["911", "912", "913"].map((acq_time) => viirsRow({ satellite: "N20", acq_time }));
  const sp = ["911", "912"].map((acq_time) =>
    viirsRow({ satellite: "N20", acq_time, version: "2", latitude: "42.5908", type: "0" }),
  );
  const availability = csv(
    "data_id,min_date,max_date",
    "VIIRS_NOAA20_NRT,2026-07-18,2026-10-01",
    "VIIRS_NOAA20_SP,2018-04-01,2026-07-17",
  );

  const answers = (path: string) => {
    if (path.includes("data_availability")) return availability;
    if (path.endsWith("world/1/2026-07-17")) {
      return path.includes("_SP") ? csv(spHeader, ...sp) : csv(viirsHeader, ...nrt);
    }
    return path.includes("_SP") ? csv(spHeader) : undefined;
  };

  it("replace the near real-time rows of a day in one change", async () => {
    const memory = new Memory();
    await read(nrtFeed(), memory, scripted(answers).request, now);
    assert.equal(memory.ids.length, 3);
    const { changes } = await read(spFeed(), memory, scripted(answers).request, now);
    assert.deepEqual(
      changes.flatMap(({ put, remove }) => (put.length > 0 ? [[put.length, remove.length]] : [])),
      [[2, 3]],
    );
    assert.deepEqual(memory.all("version"), ["2", "2"]);
  });

  it("are asked for on the days that FIRMS has of them, once", async () => {
    const memory = new Memory();
    const source = scripted(answers);
    await read(spFeed(), memory, source.request, now);
    assert.equal(source.data()[0], "/api/data_availability/csv/KEY/VIIRS_NOAA20_SP");
    const asked = source.data().map((path) => path.slice(-10));
    // 100 times 24 hours before noon of October 1 is noon of June 23.
    assert.deepEqual([asked[1], asked.at(-1), asked.length - 1], ["2026-07-17", "2026-06-23", 25]);
    const again = scripted(answers);
    await read(spFeed(), memory, again.request, now + 6 * hourMs);
    assert.equal(again.data().length, 1);
  });

  it("keep near real-time rows of their day out when those come again", async () => {
    const memory = new Memory();
    await read(spFeed(), memory, scripted(answers).request, now);
    await read(nrtFeed(), memory, scripted(answers).request, now);
    assert.deepEqual(memory.all("version"), ["2", "2"]);
  });

  it("without rows on a day remove nothing", async () => {
    const memory = new Memory();
    await read(nrtFeed(), memory, scripted(answers).request, now);
    const empty = scripted((path) =>
      path.includes("data_availability") ? availability : csv(spHeader),
    );
    await read(spFeed(), memory, empty.request, now);
    assert.equal(memory.ids.length, 3);
  });

  it("without rows on a day are asked for again a day later, and then replace", async () => {
    const memory = new Memory();
    await read(nrtFeed(), memory, scripted(answers).request, now);
    const empty = scripted((path) =>
      path.includes("data_availability") ? availability : csv(spHeader),
    );
    await read(spFeed(), memory, empty.request, now);
    const soon = scripted(answers);
    await read(spFeed(), memory, soon.request, now + 23 * hourMs);
    assert.equal(soon.data().length, 1);
    await read(spFeed(), memory, scripted(answers).request, now + 24 * hourMs);
    assert.deepEqual(memory.all("version"), ["2", "2"]);
    const settled = scripted(answers);
    await read(spFeed(), memory, settled.request, now + 60 * hourMs);
    assert.ok(!settled.data().some((path) => path.endsWith("2026-07-17")));
  });

  it("of MODIS stay when their position has three decimals by chance", async () => {
    const one = { version: "6.1", latitude: "-29.7730", longitude: "151.5490" };
    const other = { ...one, latitude: "-29.7736" };
    const source = scripted((path) => {
      if (path.includes("data_availability")) {
        return csv("data_id,min_date,max_date", "MODIS_SP,2000-11-01,2026-07-17");
      }
      const rows = [one, other].map((cells) => `${modisRow(cells)},0`);
      return csv(`${modisHeader},type`, ...(path.endsWith("2026-07-17") ? rows : []));
    });
    const memory = new Memory();
    const [, feed] = feedsOf({ sources: ["modis"], days: 100 });
    await read(feed!, memory, source.request, now);
    assert.equal(memory.ids.length, 2);
  });

  it("are an error when their days cannot be read", async () => {
    for (const body of ["sensor,date,sp,nrt\nVIIRS,2026-07-17,1,0\n", "<html>", ""]) {
      const source = scripted((path) => (path.includes("data_availability") ? body : undefined));
      const { error } = await read(spFeed(), new Memory(), source.request, now);
      assert.equal(error?.code, "invalid_answer");
    }
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firmsFeeds } from "../src/index.ts";
import { key, Memory, minuteMs, noon, read, scripted } from "./support/firms.ts";

const options = { baseUrl: new URL("https://firms.example/"), key, areas: [], days: 2 };

/** A source that says how many transactions the key may have and has had. */
function sourceOf(limit: number, used = 0) {
  return scripted((path) =>
    path.includes("mapkey_status")
      ? JSON.stringify({
          transaction_limit: limit,
          current_transactions: used,
          transaction_interval: "10 minutes",
        })
      : undefined,
  );
}

describe("the quota of a FIRMS key", () => {
  it("holds back a request that would exceed it, and says when it fits", async () => {
    const [feed] = firmsFeeds({ ...options, sources: ["viirs-noaa21"] });
    const memory = new Memory();
    // A world day of VIIRS costs 6 × 3 × 2 = 36 transactions.
    const source = sourceOf(80);
    const { changes, error } = await read(feed!, memory, source.request);
    assert.equal(error?.code, "quota");
    assert.equal(error.retryAfterMs, 10 * minuteMs);
    assert.equal(changes.length, 2);
    assert.equal(source.data().length, 2);
    const soon = sourceOf(80);
    const second = await read(feed!, memory, soon.request, noon + 4 * minuteMs);
    assert.equal(second.error?.retryAfterMs, 6 * minuteMs);
    assert.deepEqual(soon.paths, []);
    const later = sourceOf(80);
    await read(feed!, memory, later.request, noon + 10 * minuteMs);
    assert.equal(later.data().length, 2);
  });

  for (const [name, areas, cost] of [
    ["a box of 60 degrees", [[0, 0, 60, 60]], 2 * 3],
    ["a box of 61 by 30 degrees", [[0, 0, 61, 30]], 2 * 2 * 3],
    ["a point", [[10, 10, 10, 10]], 2 * 3],
    ["a box across the antimeridian", [[170, 0, -170, 10]], 2 * 2 * 3],
  ] as const) {
    it(`counts ${cost} transactions for three days of VIIRS in ${name}`, async () => {
      for (const limit of [cost, cost - 1]) {
        const [feed] = firmsFeeds({ ...options, areas, sources: ["viirs-noaa21"] });
        const { error } = await read(feed!, new Memory(), sourceOf(limit).request);
        assert.equal(error === undefined, limit === cost);
      }
    });
  }

  it("counts half a transaction per day and cell for MODIS", async () => {
    const [feed] = firmsFeeds({ ...options, sources: ["modis"] });
    const source = sourceOf(18);
    await read(feed!, new Memory(), source.request);
    assert.equal(source.data().length, 2);
  });

  it("is shared by all feeds of the key", async () => {
    const source = sourceOf(200);
    for (const feed of firmsFeeds(options)) await read(feed, new Memory(), source.request);
    const cost = source.data().map((path) => {
      if (path.includes("data_availability")) return 1;
      return path.includes("MODIS") ? 9 : 36;
    });
    assert.ok(cost.reduce((a, b) => a + b, 0) <= 200);
    assert.equal(source.paths.filter((path) => path.includes("mapkey_status")).length, 1);
  });

  it("leaves room for the days of today when past days are read", async () => {
    const source = sourceOf(5000);
    // 150 days of the world in one source cost more than the quota.
    const feeds = firmsFeeds({ ...options, days: 150, sources: ["viirs-noaa21", "modis"] });
    const first = await read(feeds[0]!, new Memory(), source.request);
    assert.equal(first.error?.code, "quota");
    const second = await read(feeds[1]!, new Memory(), source.request);
    assert.equal(second.changes.length >= 2, true);
  });

  it("starts with what FIRMS has counted for the key before", async () => {
    const [feed] = firmsFeeds({ ...options, sources: ["viirs-noaa21"] });
    const source = sourceOf(5000, 4990);
    const { error } = await read(feed!, new Memory(), source.request);
    assert.equal(error?.code, "quota");
    assert.deepEqual(source.data(), []);
  });

  it("is taken as used up when FIRMS refuses a request for it", async () => {
    const [noaa20, noaa21] = firmsFeeds({ ...options, sources: ["viirs-noaa20", "viirs-noaa21"] });
    const source = scripted((path) =>
      path.includes("mapkey_status") ? undefined : "Exceeding allowed transaction limit",
    );
    for (const feed of [noaa20!, noaa21!]) {
      const { error } = await read(feed, new Memory(), source.request);
      assert.equal(error?.code, "quota");
      assert.equal(error.retryAfterMs, 10 * minuteMs);
    }
    assert.equal(source.data().length, 1);
  });

  it("that is smaller than one request is an error that an operator has to act on", async () => {
    const [feed] = firmsFeeds({ ...options, sources: ["viirs-noaa21"] });
    const { error } = await read(feed!, new Memory(), sourceOf(30).request);
    assert.equal(error?.code, "refused");
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Description,
  describedFeed,
  type Feed,
  fedsFeed,
  firmsFeeds,
  shippedDescriptions,
} from "@emberline/feeds";
import { seededRandom } from "@emberline/test-support/random";
import { askOracle } from "./ask-oracle.ts";
import { Readings } from "./readings.ts";
import { StandIns } from "./stand-ins/stand-ins.ts";
import { hour, minute } from "./world/clock.ts";
import { Draw } from "./world/draw.ts";
import { makeWorld } from "./world.ts";

const keepDays = 5;

const descriptions = await shippedDescriptions();

function feedsOf(standIns: StandIns): Feed[] {
  const areas: [] = [];
  const urls = { ...standIns.describedUrls(), ...standIns.namedUrls() };
  const described = descriptions.flatMap(({ source, ...each }): Description[] => {
    const url = urls[each.name];
    return url === undefined ? [] : [{ ...each, source: { ...source, url } }];
  });
  return [
    ...firmsFeeds({
      baseUrl: new URL(`${standIns.url("firms")}/`),
      key: standIns.key,
      areas,
      days: keepDays,
    }),
    fedsFeed({ baseUrl: new URL(`${standIns.url("feds")}/`), areas, days: keepDays }),
    ...described.map((each) => describedFeed(each)),
  ];
}

/** Readings of all feeds over days, some left in the middle; resolves to what is stored. */
async function readDays(standIns: StandIns, minutes: number, killRate: number) {
  const draw = new Draw(seededRandom(3));
  const { world } = standIns;
  const readings = new Readings(standIns, keepDays);
  let feeds = feedsOf(standIns);
  for (let now = world.start; now <= world.end; now += minutes * minute) {
    standIns.now = Math.min(now + draw.integer(0, 9) * minute, world.end);
    for (const feed of feeds) {
      const after = draw.chance(killRate) ? draw.integer(0, 5) : Infinity;
      let moments = 0;
      await readings.read(feed, () => moments++ >= after);
      // Another process follows, with feeds of its own.
      if (moments > after) {
        feeds = feedsOf(standIns);
        break;
      }
    }
  }
  // The sources recover, and what failed is read again once no quota asks to wait.
  standIns.faults.rate = 0;
  standIns.now = world.end + hour;
  for (const feed of feeds) {
    assert.equal(await readings.read(feed), true, readings.errors.at(-1));
  }
  return readings;
}

test("4 days of readings with faults and kills store exactly the oracle's rows", async () => {
  const world = makeWorld({ days: 4 });
  const standIns = await StandIns.start({ world, faultRate: 0.1, maxRecords: 12 });
  try {
    const readings = await readDays(standIns, 120, 0.05);
    const verdicts = await askOracle(standIns.log.folder, readings.stored(), {
      now: standIns.now,
      keepDays,
    });
    const sources = new Set(readings.stored().map(([, { properties }]) => properties.source));
    for (const name of [
      ...["WFIGS", "FEDS", "NGFS", "CWFIF", "EFFIS", "Digital Atlas of Australia"],
      ...["Cal OES", "Oregon OEM", "British Columbia"],
    ])
      assert.ok(sources.has(name), name);
    for (const [kind, { expected, missing, unexpected, twice }] of Object.entries(verdicts)) {
      assert.ok(expected > 30, `${kind}: ${expected}`);
      assert.deepEqual(
        { missing, unexpected, twice },
        { missing: [], unexpected: [], twice: [] },
        kind,
      );
    }
  } finally {
    await standIns.close();
  }
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appOnSharedData, origin } from "@emberline/test-served/in-process";
import { answerOf, httpTools, mcpHttp, type Surface } from "@emberline/test-served/surfaces";
import { recordsOf } from "@emberline/test-support/records";
import {
  readFeatures,
  sampledData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";

const bbox = [113, -44, 154, -10] as const;
const day = "2019-09-10";
const options = { skip: skipWithoutSharedData };

/** What the files say: positions in the box, and a time text that begins with the day. */
function expectedIds(): string[] {
  const [west, south, east, north] = bbox;
  return readFeatures("hotspots_australia_modis_2019-08_2019-09", sampledData())
    .filter(
      ({
        geometry: {
          coordinates: [lon, lat],
        },
      }) => lon! >= west && lon! <= east && lat! >= south && lat! <= north,
    )
    .filter(({ properties }) => String(properties.datetime).startsWith(day))
    .map(({ id }) => id)
    .sort();
}

const surfaces: Surface[] = [];

before(async () => {
  if (skipWithoutSharedData) return;
  const fetchApp = await appOnSharedData();
  surfaces.push(await mcpHttp(origin, fetchApp), httpTools(origin, fetchApp));
});

after(() => Promise.all(surfaces.map((surface) => surface.close())));

test(
  "every hotspot over Australia on 2019-09-10 is found once over MCP and HTTP, whatever the page size",
  options,
  async (t) => {
    const expected = expectedIds();
    const { length } = expected;
    assert.ok(length > 300);
    for (const surface of surfaces) {
      for (const limit of surface === surfaces.at(-1) ? [100, 500] : [500]) {
        await t.test(`${surface.name}, limit ${limit}`, async () => {
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const answer = await answerOf(surface, "query_features", {
              collection: "svc:hotspots",
              bbox,
              time: day,
              limit,
              cursor,
              properties: [],
              max_tokens: 10_000,
            });
            assert.deepEqual([answer.matched, answer.matched_exact], [length, true]);
            seen.push(...recordsOf(answer).map(({ id }) => id));
            assert.equal(answer.omitted, length - seen.length);
            cursor = answer.next_cursor;
          } while (cursor);
          assert.equal(seen.length, length);
          assert.deepEqual(seen.sort(), expected);
        });
      }
    }
  },
);

test("the strongest hotspot of the day is the one in the files", options, async () => {
  const [west, south, east, north] = bbox;
  const strongest = readFeatures("hotspots_australia_modis_2019-08_2019-09", sampledData())
    .filter(
      ({
        geometry: {
          coordinates: [lon, lat],
        },
        properties,
      }) =>
        lon! >= west &&
        lon! <= east &&
        lat! >= south &&
        lat! <= north &&
        properties.acq_date === day,
    )
    .reduce((a, b) => (Number(b.properties.frp) > Number(a.properties.frp) ? b : a));
  for (const surface of surfaces) {
    const answer = await answerOf(surface, "query_features", {
      collection: "svc:hotspots",
      bbox,
      time: day,
      sort: "-frp",
      limit: 1,
      properties: ["frp"],
    });
    assert.equal(answer.rows[0][0], strongest.id);
    assert.equal(answer.rows[0][answer.columns.indexOf("frp")], strongest.properties.frp);
  }
});

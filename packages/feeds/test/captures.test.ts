import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type CaptureNote,
  describedFeed,
  type Feed,
  fedsFeed,
  firmsFeeds,
  replayCapture,
  shippedDescriptions,
  tryFeed,
  writeCapture,
} from "../src/index.ts";
import { shippedFeed } from "./support/described.ts";
import { irwinOf, july, wfigsRow } from "./support/wfigs-service.ts";

const at = Date.UTC(2026, 6, 30, 12);
const userAgent = "test";

/** A layer of incidents, 100 a page. */
const layer = (count: number) => async (url: URL) => {
  const offset = Number(url.searchParams.get("resultOffset"));
  const rows = Array.from({ length: Math.min(100, count - offset) }, (_, i) => {
    const number = offset + i + 1;
    const properties = {
      IrwinID: irwinOf(number),
      ModifiedOnDateTime_dt: number === 3 ? "never" : july,
      FireDiscoveryDateTime: null,
    };
    return wfigsRow(number, properties, { type: "Point", coordinates: [-120, 40] });
  });
  const hasMore = offset + rows.length < count;
  return Response.json(
    {
      type: "FeatureCollection",
      features: rows,
      ...(hasMore && { exceededTransferLimit: true }),
    },
    { headers: { etag: '"a"', "set-cookie": "session=1" } },
  );
};

test("what a reading understood: rows, ids, times, pages, and why rows were rejected", async () => {
  const feed = await shippedFeed("wfigs-incidents");
  const { understood } = await tryFeed(feed, { userAgent, fetch: layer(250), now: () => at });
  const { counts, features, ids, times, rejected, requests, error } = understood;
  assert.deepEqual(
    { received: counts.received, features, times, rejected, requests, error },
    {
      received: 250,
      features: 249,
      times: [july, july],
      rejected: [["its time cannot be read", 1]],
      requests: 3,
      error: null,
    },
  );
  assert.equal(ids[0], "wfigs-incidents_7A5E39B2-93C1-4C6F-8F5E-000000000001");
});

test("a capture has few rows of each page and no cookies, and replays like the whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "capture-"));
  try {
    const feed = await shippedFeed("wfigs-incidents");
    const { answers } = await tryFeed(feed, { userAgent, fetch: layer(250), now: () => at });
    const own = await writeCapture(folder, feed, { answers, at });
    assert.deepEqual(await readdir(own), ["001.json", "002.json", "003.json", "understood.json"]);
    assert.doesNotMatch(await readFile(join(own, "001.json"), "utf8"), /session/);
    const { note, fetch } = await replayCapture(own);
    const replayed = await tryFeed(feed, { userAgent, fetch, now: () => note.at });
    assert.deepEqual(JSON.parse(JSON.stringify(replayed.understood)), note.understood);
    assert.equal(note.understood.error, null);
    // Twenty of each page; of those, the first of the two later ones came before.
    assert.equal(note.understood.counts.received, 58);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a capture shows no key of an address", async () => {
  const [description] = await shippedDescriptions();
  const feed = describedFeed({
    ...description!,
    source: {
      mechanism: "file",
      format: "geojson",
      url: "https://a.test/b?api_key=s3cret&x=1",
    },
  });
  const fetch = async () => Response.json({ type: "FeatureCollection", features: [] });
  const { answers } = await tryFeed(feed, { userAgent, fetch });
  assert.deepEqual(
    answers.map(({ url }) => url),
    ["https://a.test/b?api_key=REDACTED&x=1"],
  );
});

/** Sent by those who reach the sources: `doctor --live --capture` writes them. */
const sent = fileURLToPath(new URL("captures/", import.meta.url));
for (const folder of await readdir(sent).catch(() => [])) {
  test(`a real answer of ${folder} is understood as it was when it was captured`, async () => {
    const { note, fetch } = await replayCapture(join(sent, folder));
    const feed = await feedOf(note);
    const { understood } = await tryFeed(feed, { userAgent, fetch, now: () => note.at });
    // The note is JSON.
    assert.deepEqual(JSON.parse(JSON.stringify(understood)), note.understood);
  });
}

async function feedOf({ feed: name, areas }: CaptureNote): Promise<Feed> {
  const key = "0123456789abcdef0123456789abcdef";
  const baseUrl = new URL("https://firms.modaps.eosdis.nasa.gov/");
  const feeds = [
    ...firmsFeeds({ areas, days: 1, baseUrl, key }),
    ...firmsFeeds({ areas, days: 1, baseUrl }),
    fedsFeed({ areas, days: 1 }),
    ...(await shippedDescriptions()).map((each) => describedFeed(each, { areas })),
  ];
  const feed = feeds.find((each) => each.name === name);
  assert.ok(feed, name);
  return feed;
}

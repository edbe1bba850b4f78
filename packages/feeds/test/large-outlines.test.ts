import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type FeedFeature, openJournal } from "../src/index.ts";
import { KeptFeatures } from "./support/kept-features.ts";
import { wfigsFeed } from "./support/wfigs-feed.ts";
import { answerOf, WfigsService, wfigsRow } from "./support/wfigs-service.ts";

const positionCount = 250_000;
const open = Array.from({ length: positionCount }, (_, i) => {
  const angle = (i / positionCount) * 2 * Math.PI;
  return [-118 + Math.cos(angle) / 10, 40 + Math.sin(angle) / 10];
});
const outline = { type: "Polygon", coordinates: [[...open, open[0]!]] };
const row = wfigsRow(1, {}, outline);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-outlines-"));
});
after(() => rm(folder, { recursive: true }));

/** The outline as its source had it, and how often the reading gave turns to others. */
async function readIn(kept: KeptFeatures): Promise<{ change: FeedFeature[]; pauses: number }> {
  let pauses = 0;
  kept.pause = () => {
    pauses++;
    return undefined;
  };
  const [change] = await kept.read(wfigsFeed(), new WfigsService([row]).request);
  return { change: [...change!.put], pauses };
}

test("an outline of ten million characters is read whole, in many turns", async () => {
  const { length } = JSON.stringify(row);
  assert.ok(length > 9e6, `${length} characters`);
  const kept = new KeptFeatures();
  const { change, pauses } = await readIn(kept);
  assert.deepEqual(change[0]?.geometry, outline);
  // Splitting, parsing and identifying it: all in parts of a few thousand positions.
  assert.ok(pauses > length / 20_000 + positionCount / 5000, `${pauses} pauses`);
  // Again, and as ArcGIS may send it: from another position on, in the other direction.
  const turned = [...open.slice(1000), ...open.slice(0, 1001)].reverse();
  const again = wfigsRow(1, {}, { type: "Polygon", coordinates: [turned] });
  const [second] = await kept.read(wfigsFeed(), new WfigsService([again]).request);
  assert.deepEqual(second?.put, []);
});

test("a journal gives such an outline back as it was committed", async () => {
  const kept = new KeptFeatures();
  const { change } = await readIn(kept);
  const small = { ...change[0]!, id: "small", geometry: null, properties: {} };
  const journal = await openJournal(folder, { report: assert.fail });
  await journal.tryLease();
  const put = [...change, small];
  await journal.commit({ layer: "perimeters", put, remove: [], records: {} });
  const read: FeedFeature[] = [];
  const again = await openJournal(folder, { report: assert.fail });
  for await (const batch of again.news()) read.push(...batch.put);
  const byId = (a: FeedFeature, b: FeedFeature) => (a.id < b.id ? -1 : 1);
  assert.deepEqual(read.sort(byId), put.sort(byId));
  await journal.close();
});

test("an answer that ends within a large outline is an error, not fewer fires", async () => {
  const text = JSON.stringify({ type: "FeatureCollection", features: [row] });
  const cut = `${text.slice(0, 5_000_000)}]]},"properties":{}}]}`;
  const reading = new KeptFeatures().read(wfigsFeed(), async () => answerOf(cut));
  // The cut is within a number or a position, so that the row is not a perimeter.
  await assert.rejects(reading, { name: "FeedError", code: "invalid_answer" });
});

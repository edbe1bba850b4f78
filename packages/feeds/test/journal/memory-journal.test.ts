import assert from "node:assert/strict";
import { test } from "node:test";
import { type JournalEntry, memoryJournal } from "@emberline/feeds";

const entry: JournalEntry = {
  feed: "wfigs-perimeters",
  layer: "perimeters",
  put: [],
  remove: [],
  record: { state: { etag: "a" }, readAt: 5 },
};

test("a journal without a folder keeps records, numbers its commits and has one holder", async () => {
  const journal = memoryJournal();
  await assert.rejects(journal.commit(entry), { name: "JournalError", code: "not_leased" });
  const lease = await journal.tryLease();
  assert.equal(await journal.tryLease(), null);
  assert.equal(await journal.commit(entry), 1);
  assert.equal(await journal.sequence(), 1);
  assert.deepEqual(await journal.records(), new Map([["wfigs-perimeters", entry.record]]));
  await lease?.release();
  await assert.rejects(journal.removeBefore("hotspots", 0), { code: "not_leased" });
  assert.notEqual(await journal.tryLease(), null);
});

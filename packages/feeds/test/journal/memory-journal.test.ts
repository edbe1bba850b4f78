import assert from "node:assert/strict";
import { test } from "node:test";
import { type JournalEntry, memoryJournal } from "@emberline/feeds";

const entry: JournalEntry = {
  layer: "perimeters",
  put: [],
  remove: [],
  records: { "wfigs-perimeters": { state: { etag: "a" }, readAt: 5 } },
};

test("a journal without a folder keeps records and has one holder", async () => {
  const journal = memoryJournal();
  await assert.rejects(journal.commit(entry), { name: "JournalError", code: "not_leased" });
  const lease = await journal.tryLease();
  assert.equal(await journal.tryLease(), null);
  await journal.commit(entry);
  assert.deepEqual(await journal.records(), new Map(Object.entries(entry.records)));
  await lease?.release();
  await assert.rejects(
    journal.removeBefore("hotspots", 0, async () => []),
    { code: "not_leased" },
  );
  assert.notEqual(await journal.tryLease(), null);
});

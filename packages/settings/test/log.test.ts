import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import { openLog } from "@emberline/settings/node";

test("a program outlives the disk, or the collector, of its log", async () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    },
  });
  const log = openLog({ prefix: "", format: "text", level: "info", to });
  log("one");
  // An error without a listener ends the process in the next turn.
  await new Promise(setImmediate);
  assert.deepEqual(lines, ["one\n"]);
});

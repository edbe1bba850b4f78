// Fills the disk with commits, then goes on: prints as JSON what it saw.
import { rm, writeFile } from "node:fs/promises";
import { type JournalError, openJournal } from "@emberline/feeds";
import { detection, entryOf, follow } from "./folders.ts";

const [folder = "", ballast = ""] = process.argv.slice(2);
const problems: string[] = [];
const report = (problem: string) => problems.push(problem);
const journal = await openJournal(folder, { report });
await journal.tryLease();
if (ballast) await writeFile(ballast, Buffer.alloc(1_000_000));

let number = 0;
let seed = 1;
const acknowledged: string[] = [];
/** Text that cannot be compressed well. */
function noise(): string {
  let text = "";
  for (let i = 0; i < 200; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    text += String.fromCharCode(32 + ((seed >>> 16) % 94));
  }
  return text;
}
async function commit(rows: number): Promise<JournalError | undefined> {
  const put = Array.from({ length: rows }, () => ({
    ...detection(++number),
    properties: { noise: noise() },
  }));
  return journal.commit(entryOf(put)).then(
    () => void acknowledged.push(...put.map(({ id }) => id)),
    (error: JournalError) => error,
  );
}

let error: JournalError | undefined;
while (!error) error = await commit(500);
if (ballast) await rm(ballast);
const after = [await commit(3), await commit(3)].map((each) => each?.code);
await journal.close();
const again = await openJournal(folder, { report });
const ids = [...(await follow(again)).keys()].sort();
const isWhole = JSON.stringify(ids) === JSON.stringify(acknowledged.sort());
await again.close();
const { code, message } = error;
process.stdout.write(`${JSON.stringify({ code, message, after, isWhole, problems })}\n`);

// Commits to a journal until it is killed or loses the lease: prints the number of each step that
// was acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import { JournalError, openJournal } from "@emberline/feeds";
import { changeOf, stepOf } from "./folders.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);
const report = (problem: string) => process.stderr.write(`${problem}\n`);
const journal = await openJournal(process.argv[2]!, { report });
while (!(await journal.tryLease())) await sleep(5);
let step = stepOf(await journal.records());
print("leased");
try {
  for (;;) {
    await journal.commit(changeOf(++step));
    print(String(step));
  }
} catch (error) {
  if (!(error instanceof JournalError)) throw error;
  print(error.code);
  await journal.close();
}

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { isMet, type Line, printLine, type Row } from "./lib/row.ts";
import { rows } from "./rows/index.ts";

const lines: Line[] = [];
for (const row of chosenRows(process.argv.slice(2))) {
  if (row.skip) {
    console.log(`${row.name}: not measured, ${row.skip}`);
    continue;
  }
  try {
    for (const line of await row.run()) {
      console.log(printLine(line));
      lines.push(line);
    }
  } catch (error) {
    console.error(`${row.name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
writeFileSync(
  fileURLToPath(new URL("results.json", import.meta.url)),
  `${JSON.stringify(
    {
      at: new Date().toISOString(),
      node: process.version,
      cpu: cpus()[0]?.model,
      cpus: cpus().length,
      lines: lines.map((line) => ({ ...line, met: isMet(line) })),
    },
    undefined,
    2,
  )}\n`,
);
// A failed row may have left a child process that would keep this one alive.
process.exit();

function chosenRows(names: readonly string[]): readonly Row[] {
  const unknown = names.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) {
    console.error(
      `There is no row ${JSON.stringify(unknown)}: the rows are ${rows.map(({ name }) => name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));
}

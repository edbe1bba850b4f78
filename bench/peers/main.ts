import { aggregateLines } from "../lib/aggregate-lines.ts";
import { millionRow } from "../lib/million-row.ts";
import { pageLatencyLines } from "../lib/page-latency-lines.ts";
import { printLine, type Row } from "../lib/row.ts";
import { topLines } from "../lib/top-lines.ts";
import { startMillionInPostgis } from "./million-postgis.ts";
import { distributed } from "./rows/distributed.ts";
import { postgisPage } from "./rows/postgis-page.ts";
import { servicePage } from "./rows/service-page.ts";

const rows: Row[] = [
  servicePage,
  postgisPage,
  millionRow("aggregate-1m-postgis", aggregateLines, startMillionInPostgis),
  millionRow("top-1m-postgis", topLines, startMillionInPostgis),
  millionRow("page-latency-postgis", pageLatencyLines, startMillionInPostgis),
  distributed,
];

const names = process.argv.slice(2);
const unknown = names.find((name) => !rows.some((row) => row.name === name));
if (unknown !== undefined) {
  throw new Error(
    `There is no row "${unknown}": the rows are ${rows.map((row) => row.name).join(", ")}`,
  );
}
for (const row of rows) {
  if (names.length > 0 && !names.includes(row.name)) continue;
  if (row.skip) {
    console.log(`${row.name}: not measured, ${row.skip}`);
    continue;
  }
  for (const line of await row.run()) console.log(printLine(line));
}

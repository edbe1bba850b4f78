import { printLine, type Row } from "../lib/row.ts";
import { aggregate1mPostgis } from "./rows/aggregate-1m-postgis.ts";
import { distributed } from "./rows/distributed.ts";
import { postgisPage } from "./rows/postgis-page.ts";
import { servicePage } from "./rows/service-page.ts";
import { top1mPostgis } from "./rows/top-1m-postgis.ts";

const rows: Row[] = [servicePage, postgisPage, aggregate1mPostgis, top1mPostgis, distributed];

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

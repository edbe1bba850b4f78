import { printLine, type Row } from "../lib/row.ts";
import { aggregate1mPostgis } from "./rows/aggregate-1m-postgis.ts";
import { hold } from "./rows/hold.ts";
import { postgisGrowth } from "./rows/postgis-growth.ts";
import { postgisLoad } from "./rows/postgis-load.ts";
import { postgisPage } from "./rows/postgis-page.ts";
import { postgisSize } from "./rows/postgis-size.ts";
import { postgisSpread } from "./rows/postgis-spread.ts";
import { serviceDeep } from "./rows/service-deep.ts";
import { serviceHold } from "./rows/service-hold.ts";
import { serviceLoad } from "./rows/service-load.ts";
import { servicePage } from "./rows/service-page.ts";
import { spatialFilter } from "./rows/spatial-filter.ts";
import { toolsHold } from "./rows/tools-hold.ts";

const rows: Row[] = [
  serviceLoad,
  serviceDeep,
  servicePage,
  postgisLoad,
  postgisPage,
  postgisSize,
  postgisGrowth,
  aggregate1mPostgis,
  postgisSpread,
  spatialFilter,
  serviceHold,
  hold,
  toolsHold,
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
  for (const line of await row.run()) console.log(printLine(line));
}

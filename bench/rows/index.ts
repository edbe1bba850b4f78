import type { Row } from "../lib/row.ts";
import { clientPage } from "./client-page.ts";
import { clientValidate } from "./client-validate.ts";
import { coldStart } from "./cold-start.ts";
import { cql2Parse } from "./cql2-parse.ts";
import { httpTool } from "./http-tool.ts";
import { mcpHttp } from "./mcp-http.ts";
import { mcpStdio } from "./mcp-stdio.ts";
import { toolsList } from "./tools-list.ts";

/** Every row, in the order in which they run. */
export const rows: readonly Row[] = [
  coldStart,
  mcpHttp,
  mcpStdio,
  httpTool,
  clientPage,
  clientValidate,
  cql2Parse,
  toolsList,
];

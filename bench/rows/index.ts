import { aggregateLines } from "../lib/aggregate-lines.ts";
import { millionRow } from "../lib/million-row.ts";
import { pageLatencyLines } from "../lib/page-latency-lines.ts";
import type { Row } from "../lib/row.ts";
import { topLines } from "../lib/top-lines.ts";
import { hotspots100, perimeters10, perimeters10Shape } from "./answer-tokens.ts";
import { budgetHeld } from "./budget-held.ts";
import { cancelled } from "./cancelled.ts";
import { clientPage } from "./client-page.ts";
import { clientValidate } from "./client-validate.ts";
import { coldStart } from "./cold-start.ts";
import { cql2Parse } from "./cql2-parse.ts";
import { evals } from "./evals.ts";
import { eventLoop } from "./event-loop.ts";
import { fairness } from "./fairness.ts";
import { firstView } from "./first-view.ts";
import { holdMemory } from "./hold-memory.ts";
import { httpTool } from "./http-tool.ts";
import { largeOutline } from "./large-outline.ts";
import { liveDay } from "./live-day.ts";
import { liveRestart } from "./live-restart.ts";
import { mapDrawing } from "./map-drawing.ts";
import { mcpHttp } from "./mcp-http.ts";
import { mcpStdio } from "./mcp-stdio.ts";
import { namedAreas } from "./named-areas.ts";
import { packageSize } from "./package-size.ts";
import { places } from "./places.ts";
import { summarize1m } from "./summarize-1m.ts";
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
  summarize1m,
  millionRow("aggregate-1m", aggregateLines),
  millionRow("top-1m", topLines),
  millionRow("page-latency", pageLatencyLines),
  places,
  namedAreas,
  mapDrawing,
  firstView,
  liveDay,
  liveRestart,
  fairness,
  eventLoop,
  largeOutline,
  cancelled,
  holdMemory,
  packageSize,
  toolsList,
  hotspots100,
  perimeters10,
  perimeters10Shape,
  budgetHeld,
  evals,
];

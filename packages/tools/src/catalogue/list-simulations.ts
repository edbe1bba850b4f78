import { z } from "zod";
import {
  cell,
  completeMembers,
  completeness,
  constantsMember,
  noticesMembers,
} from "../answer/envelope.ts";
import { withoutConstants } from "../answer/layout.ts";
import { simulationTable } from "../answer/simulation-rows.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { readSimulations } from "../reading/simulations.ts";
import { tiesNotice } from "../reading/sort.ts";
import { readSortedSimulations } from "../reading/sorted-simulations.ts";
import { describedArea, describedFire } from "../selection/describe-selection.ts";
import { firstMappings, mappingNotice, withFirstMappings } from "../simulations/first-mappings.ts";
import { listNotices, selectionMembers } from "../simulations/list-members.ts";
import { listInput, resolveList } from "../simulations/resolve-list.ts";
import { streamSimulations } from "../simulations/stream-simulations.ts";

const defaultLimit = 20;

const output = z.object({
  since: z.string().optional().describe("as resolved"),
  until: z.string().optional(),
  area: describedArea.optional(),
  fire: describedFire.optional(),
  counts: z
    .record(z.string(), z.record(z.string(), z.number()))
    .optional()
    .describe("matches by status and origin"),
  constants: constantsMember,
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  returned: z.number().int(),
  matched: z.number().int(),
  matched_exact: z.boolean().describe("false: matched is a lower bound"),
  ...completeMembers,
  next_cursor: z.string().optional(),
  ...noticesMembers,
});

/** Fire-spread simulations of the organization, with counts by status and origin. */
export const listSimulations = defineTool({
  name: "list_simulations",
  title: "List fire-spread simulations",
  description:
    "Lists the organization's fire-spread simulations (forecasts), newest first. For what was observed use query_features. Returns counts by status and origin, and of each its fire, place, burned area, end, or why it failed; next_cursor has more. Starts none. To group: summarize_features, collection simulations.",
  toolset: "core",
  annotations: readOnly,
  input: listInput,
  output,
  async run(input, context) {
    const list = await resolveList(input, context);
    context.onSelection?.(selectionMembers(list));
    const { filter, sort, place, shown, linkOf } = list;
    const limit = input.limit ?? defaultLimit;
    const read = await (sort
      ? readSortedSimulations(filter, sort, limit, place, context)
      : readSimulations(filter, limit, place, context));
    const { simulations } = read;
    const table = simulationTable(simulations, context.now(), { properties: shown, linkOf });
    const mappings = await firstMappings(simulations, list, context);
    const { columns, rows, constants } = withoutConstants(
      withFirstMappings(table, simulations, mappings, list),
    );
    const keep = (kept: number) => {
      const isLast = kept === rows.length && read.isEnd;
      return {
        ...selectionMembers(list),
        ...(read.counts && { counts: read.counts.toMember() }),
        ...(constants && { constants }),
        columns,
        rows: rows.slice(0, kept),
        returned: kept,
        matched: read.matched,
        matched_exact: read.isCounted,
        ...completeness(
          read.unread === 0 && read.stopped === null,
          isLast ? null : kept < rows.length ? "max_tokens" : "limit",
        ),
        ...(!isLast && { next_cursor: list.cursorOf(read.placeAfter(kept)) }),
        ...listNotices(
          list,
          simulations,
          read,
          context,
          mappingNotice(simulations.slice(0, kept), mappings),
          tiesNotice(sort?.label, read.tiesAfter?.(kept) ?? 0),
        ),
      };
    };
    return { parts: rows.length, keep };
  },
  stream: (input, context, sink) => streamSimulations(input, context, sink),
});

import { isObject } from "@emberline/map-app/answer/json";
import { nounOf } from "@emberline/map-app/answer/kinds";
import { nextCursorOf, tablesOf } from "@emberline/map-app/answer/tables";
import { counted, plainNumber } from "@emberline/map-app/answer/words";
import { useSignal, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { TabList } from "../common/tab-list.tsx";
import type { Answer } from "../server/api.ts";
import type { Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import { inWords, type Sort } from "./columns.ts";
import { mainTable, Pager, previousOf } from "./pager.tsx";
import { RowGrid } from "./row-grid.tsx";

interface RowsTabProps {
  readonly call: Call;
  readonly answer: Answer;
  readonly isRunning: boolean;
}

/** The tables of an answer, one at a time. */
export function RowsTab({ call, answer, isRunning }: RowsTabProps) {
  const { calls, map } = usePlayground();
  const tables = useMemo(() => tablesOf(answer.value), [answer]);
  const chosen = useSignal<string | null>(null);
  const sort = useSignal<Sort | null>(null);
  useSignalEffect(() => {
    const pinned = map.pinned.value;
    const title = chosen.peek() ?? tables[0]?.title;
    if (pinned?.callId !== call.id || pinned.table === title) return;
    chosen.value = pinned.table;
    sort.value = null;
  });
  const table = tables.find(({ title }) => title === chosen.value) ?? tables[0];
  if (!table) return <p class="drawer-empty quiet-text">This answer has no rows.</p>;
  const isPage =
    nextCursorOf(answer.value) !== undefined || previousOf(call, calls.all.value) !== undefined;
  return (
    <div class="rows-tab stack">
      <div class="rows-bar bar">
        {tables.length > 1 ? (
          <TabList
            label="Tables"
            tabs={tables.map(({ title, rows }) => ({
              id: title,
              label: titleText(title, call, answer),
              note: plainNumber(rows.length),
            }))}
            selected={table.title}
            panelId="rows-panel"
            onSelect={(title) => {
              chosen.value = title;
              sort.value = null;
            }}
          />
        ) : (
          <span class="quiet-text">{titleText(table.title, call, answer)}</span>
        )}
        {sort.value && isPage && <span class="quiet-text">sorted within this page</span>}
        {table.title === mainTable ? (
          <Pager call={call} rows={table.rows.length} isRunning={isRunning} />
        ) : (
          <span class="count">{counted(table.rows.length, ["row", "rows"])}</span>
        )}
      </div>
      <div id="rows-panel" class="rows-panel">
        {table.rows.length > 0 ? (
          <RowGrid
            key={`${call.id} ${table.title}`}
            {...{ call, table, sort }}
            label={`${inWords(table.title)} of ${call.tool}`}
          />
        ) : (
          <p class="drawer-empty quiet-text">No rows: see the answer for what to try.</p>
        )}
      </div>
    </div>
  );
}

/** What the rows of a table are. */
function titleText(title: string, { tool }: Call, { value }: Answer): string {
  if (title !== mainTable) return inWords(title);
  if (tool === "query_features" && isObject(value.selection)) {
    return inWords(nounOf(value.selection.collection)[1]);
  }
  return rowTitles[tool] ?? "Rows";
}

const rowTitles: Readonly<Record<string, string>> = {
  list_simulations: "Simulations",
  summarize_features: "Groups",
  compare_periods: "Differences",
  find_place: "Places",
  show_map: "Layers",
};

import { effect, type Signal, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { nounOf } from "../answer/subject.ts";
import { nextCursorOf, type Table, tablesOf } from "../answer/tables.ts";
import { isObject } from "../common/json.ts";
import { TabList } from "../common/tab-list.tsx";
import { counted, plainNumber } from "../common/words.ts";
import type { Answer } from "../server/api.ts";
import type { Call } from "../server/calls.ts";
import type { Focus } from "../state/map-state.ts";
import { usePlayground } from "../state/playground.ts";
import type { Sort } from "./columns.ts";
import { inWords } from "./columns.ts";
import { Pager, type Pages } from "./pager.tsx";
import { RowGrid } from "./row-grid.tsx";

interface RowsTabProps {
  readonly call: Call;
  readonly answer: Answer;
  readonly pages: Pages;
  readonly isRunning: boolean;
}

/** The tables of an answer, one at a time. */
export function RowsTab({ call, answer, pages, isRunning }: RowsTabProps) {
  const { map } = usePlayground();
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
  if (!table) return <p class="drawer-empty">This answer has no rows.</p>;
  const isPage = nextCursorOf(answer.value) !== undefined || pages.placeOf(call).previous !== null;
  return (
    <div class="rows-tab">
      <div class="rows-bar">
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
          <Pager pages={pages} call={call} rows={table.rows.length} isRunning={isRunning} />
        ) : (
          <span class="count">{counted(table.rows.length, ["row", "rows"])}</span>
        )}
      </div>
      <div id="rows-panel" class="rows-panel">
        {table.rows.length > 0 ? (
          <LinkedGrid key={`${call.id} ${table.title}`} call={call} table={table} sort={sort} />
        ) : (
          <p class="drawer-empty">No rows: see the answer for what to try.</p>
        )}
      </div>
    </div>
  );
}

/** The table that pages continue. */
const mainTable = "rows";

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

interface LinkedGridProps {
  readonly call: Call;
  readonly table: Table;
  readonly sort: Signal<Sort | null>;
}

/** A table whose rows light up together with their marks on the map. */
function LinkedGrid({ call, table, sort }: LinkedGridProps) {
  const { map } = usePlayground();
  const hovered = useFocusedRow(map.hovered, call.id, table.title);
  const pinned = useFocusedRow(map.pinned, call.id, table.title);
  const label = `${inWords(table.title)} of ${call.tool}`;
  return <RowGrid table={table} label={label} sort={sort} hovered={hovered} pinned={pinned} />;
}

/** The row of one table in a signal of the map: reads and writes it as an index. */
function useFocusedRow(
  focus: Signal<Focus | null>,
  callId: number,
  table: string,
): Signal<number | null> {
  const [row] = useState(() => signal(rowIn(focus.peek(), callId, table)));
  useEffect(() => {
    const ends = [
      effect(() => {
        row.value = rowIn(focus.value, callId, table);
      }),
      effect(() => {
        const index = row.value;
        const current = focus.peek();
        if (index === rowIn(current, callId, table)) return;
        focus.value = index === null ? null : { callId, table, row: index };
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [focus, row, callId, table]);
  return row;
}

function rowIn(focus: Focus | null, callId: number, table: string): number | null {
  return focus?.callId === callId && focus.table === table ? focus.row : null;
}

import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Focus } from "../state/map-state.ts";

/** The row of one table in a signal of the map: reads and writes it as an index. */
export function useFocusedRow(
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

import "./grid.css";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Table } from "../answer/tables.ts";
import {
  type Column,
  cellText,
  columnWidths,
  localTime,
  nextSort,
  orderedColumns,
  type Sort,
  sortedIndexes,
} from "./columns.ts";

interface RowGridProps {
  readonly table: Table;
  /** What the rows are, for a screen reader. */
  readonly label: string;
  readonly sort: Signal<Sort | null>;
  /** The rows under the pointer and with an open card, as indexes of the table; null for none. */
  readonly hovered: Signal<number | null>;
  readonly pinned: Signal<number | null>;
}

/**
 * Rows that sort by a column and scroll by themselves. One row is reached by Tab, the others from it by the arrow keys; Enter opens the card of a row.
 */
export function RowGrid({ table, label, sort, hovered, pinned }: RowGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const active = useSignal(0);
  const columns = useMemo(() => orderedColumns(table.columns, table.rows), [table]);
  const widths = useMemo(() => columnWidths(columns, table.rows), [columns, table]);
  const order = useMemo(() => sortedIndexes(table.rows, sort.value), [table, sort.value]);
  const at = Math.min(active.value, order.length - 1);

  const rowAt = (position: number) =>
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${position + 2}"]`);

  useLayoutEffect(() => {
    const index = pinned.value;
    const position = index === null ? -1 : order.indexOf(index);
    const row = rowAt(position);
    if (position === -1 || !row) return;
    active.value = position;
    reveal(scroller.current!, row);
  }, [pinned.value, order]);

  const go = (position: number) => {
    const next = Math.min(Math.max(position, 0), order.length - 1);
    const row = rowAt(next)!;
    active.value = next;
    reveal(scroller.current!, row);
    row.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    const row = event.target as HTMLElement;
    if (row.tagName !== "TR") return;
    const seen = Math.floor(scroller.current!.clientHeight / row.offsetHeight);
    const page = Math.max(1, seen - 2);
    const index = order[at]!;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: order.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) go(target);
    else if (event.key === "Enter" || event.key === " ")
      pinned.value = pinned.value === index ? null : index;
    else if (event.key === "Escape") pinned.value = null;
    else return;
    event.preventDefault();
  };
  const total = widths.reduce((sum, each) => sum + each, 0);
  return (
    <div
      ref={scroller}
      class="grid-scroller"
      onPointerLeave={() => {
        hovered.value = null;
      }}
    >
      <table
        class="grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys choose its rows
        role="grid"
        aria-label={label}
        style={{ width: `max(100%, ${total}ch)` }}
        onKeyDown={press}
      >
        <colgroup>
          {columns.map(({ index }, i) => (
            <col key={index} style={{ width: `${widths[i]}ch` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head
                key={column.index}
                column={column}
                sort={sort.value}
                onSort={() => {
                  sort.value = nextSort(sort.value, column.index);
                }}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((index, position) => (
            <GridRow
              key={index}
              cells={table.rows[index]!}
              {...{ columns, index, position, hovered, pinned }}
              isActive={position === at}
              onActivate={() => {
                active.value = position;
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: Sort | null;
  onSort(): void;
}

function Head({ column, sort, onSort }: HeadProps) {
  const isSorted = sort?.index === column.index;
  const direction = sort?.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={column.kind === "number" ? "number" : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <button type="button" title={column.name} onClick={onSort}>
        <span>{column.head}</span>
        <span class="arrow" aria-hidden="true">
          {isSorted ? (sort.isDescending ? "▼" : "▲") : ""}
        </span>
      </button>
    </th>
  );
}

/** Brings a row into view below the heads; the page around them stays. */
function reveal(scroller: HTMLElement, row: HTMLElement): void {
  const headPx = scroller.querySelector("thead")!.offsetHeight;
  const [frame, { top, bottom }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const [above, below] = [frame.top + headPx - top, bottom - frame.top - scroller.clientHeight];
  if (above > 0) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += below;
}

interface GridRowProps {
  readonly columns: readonly Column[];
  readonly cells: readonly unknown[];
  /** In the table of the answer. */
  readonly index: number;
  /** In the order that is shown. */
  readonly position: number;
  /** Whether Tab reaches this row. */
  readonly isActive: boolean;
  readonly hovered: Signal<number | null>;
  readonly pinned: Signal<number | null>;
  onActivate(): void;
}

/** A row; it and its mark on the map light up together. */
function GridRow(props: GridRowProps) {
  const { columns, cells, index, position, isActive, hovered, pinned } = props;
  // Only the rows that change draw themselves anew.
  const isHovered = useComputed(() => hovered.value === index).value;
  const isPinned = useComputed(() => pinned.value === index).value;
  return (
    <tr
      aria-rowindex={position + 2}
      aria-selected={isPinned}
      class={isHovered ? "hovered" : undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={() => {
        props.onActivate();
        pinned.value = isPinned ? null : index;
      }}
      // Rows that pass below a resting pointer are not meant.
      onPointerMove={() => {
        hovered.value = index;
      }}
      onFocus={() => {
        props.onActivate();
        hovered.value = index;
      }}
    >
      {columns.map((column) => (
        <Cell key={column.index} column={column} value={cells[column.index]} />
      ))}
    </tr>
  );
}

function Cell({ column, value }: { column: Column; value: unknown }) {
  const text = cellText(value, column);
  const local = column.kind === "time" ? localTime(value) : null;
  return (
    <td class={column.kind === "number" ? "number" : undefined} title={local ?? undefined}>
      {local ? <time dateTime={String(value)}>{text}</time> : text}
    </td>
  );
}

import "./grid.css";
import type { Table } from "@emberline/map-app/answer/tables";
import type { Focus } from "@emberline/map-app/content/map-state";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import {
  type Column,
  cellText,
  localTime,
  nextSort,
  orderedColumns,
  type Sort,
  sortedIndexes,
} from "./columns.ts";

interface RowGridProps {
  readonly call: Call;
  readonly table: Table;
  /** What the rows are, for a screen reader. */
  readonly label: string;
  readonly sort: Signal<Sort | null>;
}

/**
 * Rows that sort by a column and scroll by themselves. One row is reached by Tab, the others from
 * it by the arrow keys; Enter opens the card of a row.
 */
export function RowGrid({ call, table, label, sort }: RowGridProps) {
  const { hovered, pinned } = usePlayground().map;
  const focusOf = (row: number): Focus => ({ callId: call.id, table: table.title, row });
  const scroller = useRef<HTMLDivElement>(null);
  const active = useSignal(0);
  const columns = useMemo(() => orderedColumns(table.columns, table.rows), [table]);
  const order = useMemo(() => sortedIndexes(table.rows, sort.value), [table, sort.value]);
  const at = Math.min(active.value, order.length - 1);

  const rowAt = (position: number) =>
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${position + 2}"]`);

  useLayoutEffect(() => {
    const { value } = pinned;
    const position = value && isRow(value, focusOf(value.row)) ? order.indexOf(value.row) : -1;
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
    else if (event.key === "Enter" || event.key === " ") toggle(pinned, focusOf(order[at]!));
    else if (event.key === "Escape") pinned.value = null;
    else return;
    event.preventDefault();
  };
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
        onKeyDown={press}
      >
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
              {...{ columns, position }}
              focus={focusOf(index)}
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
  readonly focus: Focus;
  /** In the order that is shown. */
  readonly position: number;
  /** Whether Tab reaches this row. */
  readonly isActive: boolean;
  onActivate(): void;
}

function isRow(focus: Focus | null, { callId, table, row }: Focus): boolean {
  return focus?.row === row && focus.callId === callId && focus.table === table;
}

function toggle(pinned: Signal<Focus | null>, row: Focus): void {
  pinned.value = isRow(pinned.value, row) ? null : row;
}

/** A row; it and its mark on the map light up together. */
function GridRow(props: GridRowProps) {
  const { columns, cells, focus, position, isActive } = props;
  const { hovered, pinned } = usePlayground().map;
  // Only the rows that change draw themselves anew.
  const isHovered = useComputed(() => isRow(hovered.value, focus)).value;
  const isPinned = useComputed(() => isRow(pinned.value, focus)).value;
  return (
    <tr
      aria-rowindex={position + 2}
      aria-selected={isPinned}
      class={isHovered ? "hovered" : undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={() => {
        props.onActivate();
        toggle(pinned, focus);
      }}
      // Rows that pass below a resting pointer are not meant.
      onPointerMove={() => {
        hovered.value = focus;
      }}
      onFocus={() => {
        props.onActivate();
        hovered.value = focus;
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

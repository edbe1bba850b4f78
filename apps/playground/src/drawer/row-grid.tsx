import "./grid.css";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Table } from "../answer/tables.ts";
import { type Column, cellText, columnWidths, localTime, orderedColumns } from "./columns.ts";
import { nextSort, type Sort, sortedIndexes } from "./sort-rows.ts";
import { headPx, useRowPx, useVirtualRows } from "./virtual-rows.ts";

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
 * Rows that sort by a column, scroll by themselves and are in the page only where they are seen.
 * One row is reached by Tab, the others from it by the arrow keys; Enter opens the card of a row.
 */
export function RowGrid({ table, label, sort, hovered, pinned }: RowGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const active = useSignal(0);
  const isFocusWanted = useRef(false);
  const columns = useMemo(() => orderedColumns(table.columns, table.rows), [table]);
  const widths = useMemo(() => columnWidths(columns, table.rows), [columns, table]);
  const order = useMemo(() => sortedIndexes(table.rows, sort.value), [table, sort.value]);
  const rowPx = useRowPx();
  const virtual = useVirtualRows(order.length, rowPx, headPx, scroller);
  const at = Math.min(active.value, order.length - 1);

  useLayoutEffect(() => {
    const index = pinned.value;
    if (index === null) return;
    const position = order.indexOf(index);
    if (position === -1) return;
    active.value = position;
    virtual.scrollTo(position);
  }, [pinned.value, order]);

  useLayoutEffect(() => {
    if (!isFocusWanted.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`);
    if (!row) return;
    isFocusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const go = (position: number) => {
    const next = Math.min(Math.max(position, 0), order.length - 1);
    isFocusWanted.current = true;
    active.value = next;
    virtual.scrollTo(next);
  };
  const press = (event: KeyboardEvent) => {
    const isOnRow = (event.target as HTMLElement).tagName === "TR";
    if (!isOnRow) return;
    const page = Math.max(1, Math.floor((scroller.current!.clientHeight - headPx) / rowPx) - 1);
    const index = order[at];
    switch (event.key) {
      case "ArrowDown":
        go(at + 1);
        break;
      case "ArrowUp":
        go(at - 1);
        break;
      case "PageDown":
        go(at + page);
        break;
      case "PageUp":
        go(at - page);
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(order.length - 1);
        break;
      case "Enter":
      case " ":
        if (index !== undefined) pinned.value = pinned.value === index ? null : index;
        break;
      case "Escape":
        pinned.value = null;
        break;
      default:
        return;
    }
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
        aria-rowcount={order.length + 1}
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
          <Spacer px={virtual.beforePx} span={columns.length} />
          {virtual.shown.map((position) => {
            const index = order[position]!;
            return (
              <GridRow
                key={index}
                columns={columns}
                cells={table.rows[index]!}
                index={index}
                position={position}
                isActive={position === at}
                hovered={hovered}
                pinned={pinned}
                isScrolling={virtual.isScrolling}
                onActivate={() => {
                  active.value = position;
                }}
              />
            );
          })}
          <Spacer px={virtual.afterPx} span={columns.length} />
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

/** Holds the place of rows that are not in the page. */
function Spacer({ px, span }: { px: number; span: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tabIndex, so nothing focuses it
    <tr aria-hidden="true" class="spacer">
      <td colSpan={span} style={{ height: `${px}px` }} />
    </tr>
  );
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
  isScrolling(): boolean;
  onActivate(): void;
}

/** A row; it and its mark on the map light up together. */
function GridRow(props: GridRowProps) {
  const { columns, cells, index, position, isActive, hovered, pinned } = props;
  // Only the rows that change draw themselves anew.
  const isHovered = useComputed(() => hovered.value === index).value;
  const isPinned = useComputed(() => pinned.value === index).value;
  const hover = () => {
    // Rows that pass below a resting pointer are not meant.
    if (!props.isScrolling()) hovered.value = index;
  };
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
      onPointerEnter={hover}
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

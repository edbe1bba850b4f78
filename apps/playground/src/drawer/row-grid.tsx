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
  const body = useRef<HTMLTableSectionElement>(null);
  const active = useSignal(0);
  const columns = useMemo(() => orderedColumns(table.columns, table.rows), [table]);
  const order = useMemo(() => sortedIndexes(table.rows, sort.value), [table, sort.value]);
  const at = Math.min(active.value, order.length - 1);

  useLayoutEffect(() => {
    const { value } = pinned;
    const position = value && isRow(value, focusOf(value.row)) ? order.indexOf(value.row) : -1;
    if (position === -1) return;
    active.value = position;
    body.current!.rows[position]!.scrollIntoView({ block: "nearest" });
  }, [pinned.value, order]);

  const press = (event: KeyboardEvent) => {
    const row = event.target as HTMLElement;
    if (row.tagName !== "TR") return;
    const page = Math.max(1, Math.floor(row.closest("div")!.clientHeight / row.offsetHeight) - 2);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: order.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      active.value = Math.min(Math.max(target, 0), order.length - 1);
      const next = body.current!.rows[active.value]!;
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") toggle(pinned, focusOf(order[at]!));
    else if (event.key === "Escape") pinned.value = null;
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="grid-scroller drawer-part"
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
            {columns.map(({ index, name, head, kind }) => {
              const isSorted = sort.value?.index === index;
              const isDescending = sort.value?.isDescending;
              return (
                <th
                  key={index}
                  scope="col"
                  class={kind === "number" ? kind : undefined}
                  aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
                >
                  <button
                    type="button"
                    title={name}
                    onClick={() => {
                      sort.value = nextSort(sort.value, index);
                    }}
                  >
                    <span>{head}</span>
                    <span class="arrow" aria-hidden="true">
                      {isSorted ? (isDescending ? "▼" : "▲") : ""}
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body}>
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
function GridRow({ columns, cells, focus, position, isActive, onActivate }: GridRowProps) {
  const { hovered, pinned } = usePlayground().map;
  // Only the rows that change draw themselves anew.
  const isHovered = useComputed(() => isRow(hovered.value, focus)).value;
  const isPinned = useComputed(() => isRow(pinned.value, focus)).value;
  const hover = () => {
    hovered.value = focus;
  };
  return (
    <tr
      aria-rowindex={position + 2}
      aria-selected={isPinned}
      class={isHovered ? "hovered" : undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={() => {
        onActivate();
        toggle(pinned, focus);
      }}
      // Rows that pass below a resting pointer are not meant.
      onPointerMove={hover}
      onFocus={() => {
        onActivate();
        hover();
      }}
    >
      {columns.map((column) => {
        const value = cells[column.index];
        const text = cellText(value, column);
        const local = column.kind === "time" ? localTime(value) : null;
        return (
          <td
            key={column.index}
            class={column.kind === "number" ? "number" : undefined}
            title={local ?? undefined}
          >
            {local ? <time dateTime={String(value)}>{text}</time> : text}
          </td>
        );
      })}
    </tr>
  );
}

import { type Signal, useComputed } from "@preact/signals";
import { type Column, cellText } from "./columns.ts";
import { localTime } from "./local-time.ts";

export interface GridRowProps {
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
export function GridRow(props: GridRowProps) {
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

import { useRef } from "preact/hooks";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A count behind the label. */
  readonly note?: string | null;
}

interface TabListProps<Id extends string> {
  /** What the tabs choose. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  /** The element that shows what was chosen. */
  readonly panelId: string;
  onSelect(id: Id): void;
}

/** Tabs of which one is reached by Tab, the others from it by the arrow keys (WAI-ARIA APG). */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { label, tabs, selected, panelId, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  const choose = (at: number) => {
    const next = tabs[(at + tabs.length) % tabs.length]!;
    onSelect(next.id);
    const index = tabs.indexOf(next);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={press}>
      {tabs.map(({ id, label: text, note }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === selected}
          aria-controls={panelId}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {text}
          {note != null && <span class="tab-note">{note}</span>}
        </button>
      ))}
    </div>
  );
}

import "./drawer.css";
import { tablesOf } from "@emberline/map-app/answer/tables";
import { plainNumber } from "@emberline/map-app/answer/words";
import { Icon } from "@emberline/map-app/ui/icon";
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { TabList } from "../common/tab-list.tsx";
import type { Answer } from "../server/api.ts";
import { answerOf } from "../server/calls.ts";
import { type DrawerTab, usePlayground } from "../state/playground.ts";
import { ChartTab } from "./chart-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { RowsTab } from "./rows-tab.tsx";
import { TraceTab } from "./trace-tab.tsx";

/** The answer that is shown, as rows, chart, JSON, trace and files. */
export function Drawer() {
  const { calls, drawer } = usePlayground();
  const isRunning = useComputed(() =>
    calls.all.value.some(({ outcome }) => outcome.state === "running"),
  );
  const wasOpened = useRef(false);
  useSignalEffect(() => {
    // It opens before the first rows come, so that the map fits them into what is left to it.
    // After that it stays as the person left it.
    const isCalled = calls.all.value.some(({ by }) => by === "person" || by === "link");
    if (wasOpened.current || !isCalled) return;
    wasOpened.current = true;
    drawer.isOpen.value = true;
  });
  const isOpen = drawer.isOpen.value;
  if (calls.all.value.length === 0) return null;
  const select = (tab: DrawerTab) => {
    wasOpened.current = true;
    drawer.tab.value = tab;
    drawer.isOpen.value = true;
  };
  return (
    <section
      class="drawer"
      aria-label="Details of the answer"
      aria-busy={isRunning.value}
      data-open={isOpen ? "" : undefined}
    >
      <div class="drawer-bar bar">
        <DrawerTabs onSelect={select} />
        <button
          type="button"
          class="quiet drawer-toggle"
          aria-expanded={isOpen}
          aria-controls="drawer-panel"
          aria-label="Details of the answer"
          onClick={() => {
            wasOpened.current = true;
            drawer.isOpen.value = !isOpen;
          }}
        >
          <Icon name={isOpen ? "down" : "up"} />
        </button>
      </div>
      <div
        id="drawer-panel"
        role="tabpanel"
        aria-label={labels[drawer.tab.value]}
        class={isRunning.value ? "drawer-panel old" : "drawer-panel"}
        hidden={!isOpen}
      >
        {isOpen && <Panel isRunning={isRunning.value} />}
      </div>
    </section>
  );
}

const labels: Readonly<Record<DrawerTab, string>> = {
  rows: "Rows",
  chart: "Chart",
  json: "JSON",
  trace: "Trace",
  files: "Files",
};

function DrawerTabs({ onSelect }: { onSelect(tab: DrawerTab): void }) {
  const { calls, drawer } = usePlayground();
  const answer = answerOf(calls.shown.value);
  const rows = useMemo(
    () => answer && tablesOf(answer.value).reduce((sum, table) => sum + table.rows.length, 0),
    [answer],
  );
  const counts: Partial<Record<DrawerTab, number | null>> = {
    rows,
    trace: calls.all.value.length || null,
  };
  const tabs = (Object.keys(labels) as DrawerTab[]).map((id) => {
    const count = counts[id] ?? null;
    return { id, label: labels[id], note: count === null ? null : plainNumber(count) };
  });
  return (
    <TabList
      label="Details of the answer"
      tabs={tabs}
      selected={drawer.tab.value}
      panelId="drawer-panel"
      onSelect={onSelect}
    />
  );
}

function Panel({ isRunning }: { isRunning: boolean }) {
  const { calls, drawer } = usePlayground();
  const call = calls.shown.value;
  const answer = answerOf(call);
  if (drawer.tab.value === "trace") return <TraceTab />;
  if (!call || !answer) {
    const empty = isRunning ? "Running …" : "No answer yet: ask a question, or run a tool.";
    return <p class="drawer-empty quiet-text">{empty}</p>;
  }
  switch (drawer.tab.value) {
    case "rows":
      return <RowsTab key={call.id} {...{ call, answer, isRunning }} />;
    case "chart":
      return <ChartTab answer={answer} />;
    case "json":
      return <JsonTab key={call.id} answer={answer} />;
    default:
      return <FilesTab call={call} answer={answer} />;
  }
}

/** The answer's text to the letter, as a model gets it, with its price. */
function JsonTab({ answer: { text, tokens } }: { answer: Answer }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <div class="rows-tab stack">
      <div class="rows-bar bar">
        <span class="count">
          {tokens === null ? "" : `${plainNumber(tokens)} tokens (o200k) · `}
          {plainNumber(text.length)} characters
        </span>
        <button type="button" class="small" onClick={() => void copy()}>
          {isCopied.value ? "Copied" : "Copy"}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="json-text drawer-part" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

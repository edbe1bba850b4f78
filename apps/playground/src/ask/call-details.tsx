import { tablesOf } from "@emberline/map-app/answer/tables";
import { useSignal } from "@preact/signals";
import { useId, useState } from "preact/hooks";
import { printRoute } from "../common/route.ts";
import { TabList } from "../common/tab-list.tsx";
import type { Sort } from "../drawer/columns.ts";
import { RowGrid } from "../drawer/row-grid.tsx";
import { answerOf, asModelReads, type Call } from "../server/calls.ts";
import { toCurl, toJsonRpc, toPython, toTypeScript } from "../server/copy-as.ts";
import { usePlayground } from "../state/playground.ts";

const tabs = ["Arguments", "What the model saw", "Rows", "Map"] as const;
type Tab = (typeof tabs)[number];

/** Everything about a call, and what can be done with it. */
export function CallDetails({ call }: { readonly call: Call }) {
  const { calls } = usePlayground();
  const [tab, setTab] = useState<Tab>("Arguments");
  const id = useId();
  const isPinned = calls.pinnedId.value === call.id;
  const { tool, args } = call;
  const hasAnswer = answerOf(call) !== null;
  return (
    <div class="call-details stack">
      <TabList
        label="The call"
        tabs={tabs.map((each) => ({ id: each, label: each }))}
        selected={tab}
        panelId={id}
        onSelect={(next) => {
          setTab(next);
          if (next === "Map" && hasAnswer) calls.show(call.id);
        }}
      />
      <div
        class="call-panel"
        role="tabpanel"
        id={id}
        aria-label={tab}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab reaches a panel without controls
        tabIndex={0}
      >
        {tab === "Arguments" && <pre>{JSON.stringify(args, null, 2)}</pre>}
        {tab === "What the model saw" && (
          <pre>{asModelReads(call) ?? "The call is still running."}</pre>
        )}
        {tab === "Rows" && <Rows call={call} />}
        {tab === "Map" && (
          <p class="quiet-text">
            {hasAnswer ? "The map shows this call." : "There is no answer to show."}
          </p>
        )}
      </div>
      <div class="bar">
        <a class="button small" href={printRoute({ tab: "tools", tool, args, view: null })}>
          Edit & rerun
        </a>
        {hasAnswer && (
          <button
            type="button"
            class="small"
            aria-pressed={isPinned}
            onClick={() => calls.pin(isPinned ? null : call.id)}
          >
            Pin to the map
          </button>
        )}
        <CopyAs call={call} />
      </div>
    </div>
  );
}

function Rows({ call }: { readonly call: Call }) {
  const sort = useSignal<Sort | null>(null);
  const tables = tablesOf(answerOf(call)?.value ?? {}).filter(({ rows }) => rows.length > 0);
  const [table] = tables;
  if (!table) return <p class="quiet-text">There are no rows.</p>;
  return (
    <>
      <RowGrid call={call} table={table} label={`${table.title} of ${call.tool}`} sort={sort} />
      {tables.length > 1 && (
        <p class="quiet-text">
          Also{" "}
          {tables
            .slice(1)
            .map(({ title }) => title)
            .join(", ")}
          : see Rows below the map.
        </p>
      )}
    </>
  );
}

const languages = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
  "MCP JSON-RPC": (_origin: string, call: Call) => toJsonRpc(call),
} as const;
type Language = keyof typeof languages;

/** Copies a call for another program, and shows what was copied. */
function CopyAs({ call }: { readonly call: Call }) {
  const { api, key } = usePlayground();
  const [shown, setShown] = useState<{ text: string; isCopied: boolean } | null>(null);
  const copy = async (language: Language) => {
    const text = languages[language](api.origin, call, key.value !== null);
    // Pages without https may not write to the clipboard.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setShown({ text, isCopied: isCopied === true });
  };
  return (
    <fieldset class="bar" aria-label="Copy this call as">
      <span class="quiet-text" aria-hidden="true">
        Copy as
      </span>
      {(Object.keys(languages) as Language[]).map((language) => (
        <button key={language} type="button" class="small" onClick={() => void copy(language)}>
          {language}
        </button>
      ))}
      {shown && (
        <div class="copied">
          <p role="status" class="quiet-text">
            {shown.isCopied ? "Copied." : "Select the text to copy it."}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too */}
          <pre tabIndex={0}>{shown.text}</pre>
        </div>
      )}
    </fieldset>
  );
}

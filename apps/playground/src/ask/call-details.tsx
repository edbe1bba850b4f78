import { tablesOf, toText } from "@emberline/map-app/answer/tables";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { printRoute } from "../common/route.ts";
import { TabList } from "../common/tab-list.tsx";
import { answerOf, asModelReads, type Call } from "../server/calls.ts";
import { toCurl, toJsonRpc, toPython, toTypeScript } from "../server/copy-as.ts";
import { usePlayground } from "../state/playground.ts";

const tabs = ["Arguments", "What the model saw", "Rows", "Map"] as const;
type Tab = (typeof tabs)[number];

/** More rows are in the drawer. */
const maxRows = 20;
/** Longer answers are cut on the page, not for the model. */
const maxShown = 30_000;

/** Everything about a call, and what can be done with it. */
export function CallDetails({ call }: { readonly call: Call }) {
  const { calls } = usePlayground();
  const [tab, setTab] = useState<Tab>("Arguments");
  const id = useId();
  const choose = (next: Tab) => {
    setTab(next);
    if (next === "Map" && answerOf(call)) calls.show(call.id);
  };
  return (
    <div class="call-details">
      <TabList
        label="The call"
        tabs={tabs.map((each) => ({ id: each, label: each }))}
        selected={tab}
        panelId={id}
        onSelect={choose}
      />
      <div
        class="call-panel"
        role="tabpanel"
        id={id}
        aria-label={tab}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab reaches a panel without controls
        tabIndex={0}
      >
        <Panel tab={tab} call={call} />
      </div>
      <Actions call={call} />
    </div>
  );
}

function Panel({ tab, call }: { readonly tab: Tab; readonly call: Call }): ComponentChildren {
  switch (tab) {
    case "Arguments":
      return <pre>{JSON.stringify(call.args, null, 2)}</pre>;
    case "What the model saw":
      return <pre>{cut(asModelReads(call) ?? "The call is still running.")}</pre>;
    case "Rows":
      return <Rows call={call} />;
    case "Map":
      return (
        <p class="quiet-text">
          {answerOf(call) ? "The map shows this call." : "There is no answer to show."}
        </p>
      );
  }
}

function Actions({ call }: { readonly call: Call }) {
  const { calls } = usePlayground();
  const isPinned = calls.pinnedId.value === call.id;
  const { tool, args } = call;
  return (
    <div class="bar">
      <a class="button small" href={printRoute({ tab: "tools", tool, args, view: null })}>
        Edit & rerun
      </a>
      {answerOf(call) && (
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
  );
}

function cut(text: string): string {
  if (text.length <= maxShown) return text;
  return `${text.slice(0, maxShown)}\n… and ${(text.length - maxShown).toLocaleString("en")} characters more`;
}

function Rows({ call }: { readonly call: Call }) {
  const answer = answerOf(call);
  const tables = answer ? tablesOf(answer.value).filter(({ rows }) => rows.length > 0) : [];
  if (tables.length === 0) return <p class="quiet-text">There are no rows.</p>;
  return (
    <>
      {tables.map(({ title, columns, rows }) => (
        <table key={title}>
          <caption>
            {title}
            {rows.length > maxRows && `: ${maxRows} of ${rows.length}, all in the drawer`}
          </caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map((row, i) => (
              <tr key={i}>
                {columns.map((name, column) => (
                  <td key={name}>{toText(row[column]).slice(0, 200)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
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
  const [shown, setShown] = useState<{ language: Language; isCopied: boolean } | null>(null);
  const textOf = (language: Language) => languages[language](api.origin, call, key.value !== null);
  const copy = async (language: Language) => {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(textOf(language));
    } catch {
      // Pages without https may not write to the clipboard.
      isCopied = false;
    }
    setShown({ language, isCopied });
  };
  return (
    <fieldset class="copy-as">
      <legend class="visually-hidden">Copy this call as</legend>
      <span class="quiet-text" aria-hidden="true">
        Copy as
      </span>
      {(Object.keys(languages) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          class="small"
          aria-pressed={shown?.language === language}
          onClick={() => void copy(language)}
        >
          {language}
        </button>
      ))}
      {shown && (
        <div class="copied">
          <p role="status" class="quiet-text">
            {shown.isCopied ? "Copied." : "Select the text to copy it."}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too */}
          <pre tabIndex={0}>{textOf(shown.language)}</pre>
        </div>
      )}
    </fieldset>
  );
}

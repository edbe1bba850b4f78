import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Api, ApiError, type Tool } from "./api.ts";
import type { Collection } from "./form/choice.tsx";
import { toFields } from "./form/fields.ts";
import { ToolForm } from "./form/tool-form.tsx";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./result/outcome.ts";
import { OutcomeView } from "./result/outcome-view.tsx";

export interface ToolPanelProps {
  readonly tool: Tool;
  /** The tool that exports all matches to a file, if the server offers it. */
  readonly exportTool: Tool | undefined;
  readonly api: Api;
  readonly origin: string;
  readonly withKey: boolean;
  readonly collections: readonly Collection[] | null;
  /** The server asks for a key. */
  onRefused(error: ApiError): void;
}

/** One tool: its description, its form, and the outcome of the last call. */
export function ToolPanel({ tool, api, collections, onRefused, ...place }: ToolPanelProps) {
  const fields = useMemo(() => toFields(tool.inputSchema), [tool]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (args: JsonObject) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const call = { tool: tool.name, args };
    setOutcome({ state: "running", call });
    try {
      const answer = await api.call(tool.name, args, controller.signal);
      setOutcome({ state: "answered", call, answer });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ state: "failed", call, sentence: error.message });
      if (error.status === 401) onRefused(error);
    }
  };
  return (
    <article>
      <div class="ask">
        <h2>{tool.title}</h2>
        <p>{tool.description}</p>
        <ToolForm
          fields={fields}
          collections={collections}
          isRunning={outcome?.state === "running"}
          onRun={run}
          onMistake={(sentence) => setOutcome({ state: "failed", call: null, sentence })}
        />
      </div>
      {outcome && (
        <OutcomeView
          {...place}
          api={api}
          outcome={outcome}
          onNext={(cursor) => outcome.call && run({ ...outcome.call.args, cursor })}
        />
      )}
    </article>
  );
}

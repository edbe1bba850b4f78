import { useMemo } from "preact/hooks";
import type { Answer, Api, Tool } from "../api.ts";
import { AnswerMap } from "../map/answer-map.tsx";
import { factsOf, nextCursorOf, noticesOf, tablesOf } from "./answer.ts";
import { AnswerTable } from "./answer-table.tsx";
import type { Call } from "./curl.ts";
import { exportArguments } from "./export.ts";
import { ExportButtons } from "./export-buttons.tsx";
import { Picture, pictureTool } from "./picture.tsx";
import { RawJson } from "./raw-json.tsx";

export interface AnswerViewProps {
  readonly api: Api;
  readonly origin: string;
  readonly exportTool: Tool | undefined;
  readonly call: Call;
  readonly answer: Answer;
  onNext(cursor: string): void;
}

/** An answer in all its forms: notices, facts, picture, map, tables, files and JSON. */
export function AnswerView({ api, origin, exportTool, call, answer, onNext }: AnswerViewProps) {
  const { value, text } = answer;
  const notices = noticesOf(value);
  const facts = factsOf(value);
  const tables = tablesOf(value);
  const cursor = nextCursorOf(value);
  const exportArgs = useMemo(
    () => (exportTool ? exportArguments(exportTool, call, value) : null),
    [exportTool, call, value],
  );
  return (
    <>
      <p role="status" class="visually-hidden">
        The answer has arrived.
      </p>
      {notices.length > 0 && (
        <ul class="notices" aria-label="Notices">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      {call.tool === pictureTool ? (
        <Picture api={api} call={call} />
      ) : (
        <AnswerMap key={text} answer={value} tool={call.tool} />
      )}
      {tables.map((table) => (
        <AnswerTable
          key={table.title}
          table={table}
          fileName={tables.length === 1 ? call.tool : `${call.tool}-${table.title}`}
        />
      ))}
      {cursor !== undefined && (
        <button type="button" onClick={() => onNext(cursor)}>
          Next page
        </button>
      )}
      {exportTool && exportArgs && (
        <ExportButtons
          key={text}
          api={api}
          origin={origin}
          tool={exportTool}
          args={exportArgs}
          matched={Number(value.matched)}
        />
      )}
      <RawJson value={value} text={text} fileName={call.tool} />
    </>
  );
}

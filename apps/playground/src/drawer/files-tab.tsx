import { useMemo } from "preact/hooks";
import { tablesOf } from "../answer/tables.ts";
import { plainNumber } from "../answer/words.ts";
import type { Call } from "../calls/call.ts";
import type { Answer } from "../server/api.ts";
import { usePlayground } from "../state/playground.ts";
import { inWords } from "./columns.ts";
import { toCsv } from "./csv.ts";
import { DownloadButton } from "./download-button.tsx";
import { exportArguments, exportToolOf } from "./export.ts";
import { ExportButtons } from "./export-buttons.tsx";

/** The answer, and all that it counts, as files. */
export function FilesTab({ call, answer }: { call: Call; answer: Answer }) {
  const { tools } = usePlayground();
  const tables = useMemo(
    () => tablesOf(answer.value).filter(({ rows }) => rows.length > 0),
    [answer],
  );
  const tool = exportToolOf(tools.value);
  const args = tool ? exportArguments(tool, call, answer.value) : null;
  return (
    <div class="files-tab">
      <section aria-labelledby="files-answer">
        <h2 id="files-answer">This answer</h2>
        <div class="bar">
          {tables.map((table) => (
            <DownloadButton
              key={table.title}
              fileName={`${call.tool}${tables.length === 1 ? "" : `-${table.title}`}.csv`}
              type="text/csv"
              content={() => toCsv(table)}
            >
              {`CSV · ${inWords(table.title)} (${plainNumber(table.rows.length)})`}
            </DownloadButton>
          ))}
          <DownloadButton
            fileName={`${call.tool}.json`}
            type="application/json"
            content={() => answer.text}
          >
            JSON · as the model got it
          </DownloadButton>
        </div>
      </section>
      {tool && args && (
        <ExportButtons
          key={call.id}
          tool={tool}
          args={args}
          matched={Number(answer.value.matched)}
        />
      )}
    </div>
  );
}

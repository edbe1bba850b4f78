import { sizeText } from "@emberline/map-app/answer/headline";
import type { JsonObject } from "@emberline/map-app/answer/json";
import { tablesOf } from "@emberline/map-app/answer/tables";
import { counted, plainNumber } from "@emberline/map-app/answer/words";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Answer, ApiError, type Tool } from "../server/api.ts";
import type { Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import { inWords } from "./columns.ts";
import { exportArguments, exportFormats, toCsv } from "./files.ts";

/** The answer, and all that it counts, as files. */
export function FilesTab({ call, answer }: { call: Call; answer: Answer }) {
  const { tools } = usePlayground();
  const tables = tablesOf(answer.value).filter(({ rows }) => rows.length > 0);
  const tool = tools.value.find(({ name }) => name === "export_features");
  const args = tool ? exportArguments(tool, call, answer.value) : null;
  const button = (words: string, type: string, name: string, content: () => string) => (
    <button key={name} type="button" onClick={() => saveText(content(), type, name)}>
      {words}
    </button>
  );
  return (
    <div class="files-tab drawer-part">
      <section aria-labelledby="files-answer">
        <h2 id="files-answer">This answer</h2>
        <div class="bar">
          {tables.map((table) =>
            button(
              `CSV · ${inWords(table.title)} (${plainNumber(table.rows.length)})`,
              "text/csv",
              `${call.tool}${tables.length === 1 ? "" : `-${table.title}`}.csv`,
              () => toCsv(table),
            ),
          )}
          {button(
            "JSON · as the model got it",
            "application/json",
            `${call.tool}.json`,
            () => answer.text,
          )}
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

interface ExportButtonsProps {
  readonly tool: Tool;
  /** All but the format. */
  readonly args: JsonObject;
  readonly matched: number;
}

/** Buttons that make the server write all matches to a file, and save it. */
function ExportButtons({ tool, args, matched }: ExportButtonsProps) {
  const { api, announce } = usePlayground();
  const status = useSignal("");
  const isRunning = useSignal(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const say = (text: string) => {
    status.value = text;
    announce.value = text;
  };
  const run = async (format: string, label: string) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    isRunning.value = true;
    say(`Writing ${counted(matched, ["match", "matches"])} as ${label} …`);
    try {
      const { value } = await api.call(tool.name, { ...args, format }, signal);
      saveFrom(fileUrl(value, api.origin), "");
      const { count, size_bytes } = value;
      const features = typeof count === "number" ? counted(count, ["feature", "features"]) : "All";
      const size = typeof size_bytes === "number" ? `, ${sizeText(size_bytes)}` : "";
      say(`${features} written as ${label}${size}.`);
    } catch (error) {
      if (signal.aborted) say("Cancelled.");
      else if (error instanceof ApiError) say(error.message);
      else throw error;
    } finally {
      isRunning.value = false;
    }
  };
  return (
    <section aria-labelledby="files-all">
      <h2 id="files-all">
        {matched === 1 ? "The match" : `All ${plainNumber(matched)} matches`}, written by the server
      </h2>
      <div class="bar">
        {exportFormats(tool).map(({ name, label }) => (
          <button
            key={name}
            type="button"
            disabled={isRunning.value}
            onClick={() => void run(name, label)}
          >
            {label}
          </button>
        ))}
        {isRunning.value && (
          <button type="button" class="quiet" onClick={() => controller.current?.abort()}>
            Cancel
          </button>
        )}
      </div>
      <p class="quiet-text">{status.value}</p>
    </section>
  );
}

/** The address of the exported file; only http and https addresses are followed. */
function fileUrl({ url }: JsonObject, origin: string): string {
  const address = typeof url === "string" ? URL.parse(url, origin) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new ApiError("The server wrote the file but gave no address to download it from.", null);
  }
  return address.href;
}

function saveText(content: string, type: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  saveFrom(url, fileName);
  URL.revokeObjectURL(url);
}

/** @param fileName empty if the server names the file */
function saveFrom(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

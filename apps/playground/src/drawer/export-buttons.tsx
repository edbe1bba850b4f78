import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sizeText } from "../answer/headlines/drawn.ts";
import { counted, plainNumber } from "../answer/words.ts";
import type { JsonObject } from "../json.ts";
import type { Tool } from "../server/api.ts";
import { ApiError } from "../server/api-error.ts";
import { usePlayground } from "../state/playground.ts";
import { saveFrom } from "./download-button.tsx";
import { exportFormats } from "./export.ts";

export interface ExportButtonsProps {
  readonly tool: Tool;
  /** All but the format. */
  readonly args: JsonObject;
  readonly matched: number;
}

/** Buttons that make the server write all matches to a file, and save it. */
export function ExportButtons({ tool, args, matched }: ExportButtonsProps) {
  const { api, announce } = usePlayground();
  const status = useSignal("");
  const running = useSignal<string | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const say = (text: string) => {
    status.value = text;
    announce.value = text;
  };
  const run = async (format: string, label: string) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    running.value = format;
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
      running.value = null;
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
            disabled={running.value !== null}
            onClick={() => void run(name, label)}
          >
            {label}
          </button>
        ))}
        {running.value !== null && (
          <button type="button" class="quiet" onClick={() => controller.current?.abort()}>
            Cancel
          </button>
        )}
      </div>
      {running.value !== null && <progress aria-label="Writing the file" />}
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

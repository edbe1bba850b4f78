import { useEffect, useRef, useState } from "preact/hooks";
import { type Api, ApiError, type Tool } from "../api.ts";
import type { JsonObject } from "../json.ts";
import { saveFrom } from "./download-button.tsx";
import { exportFormats } from "./export.ts";

export interface ExportButtonsProps {
  readonly api: Api;
  readonly origin: string;
  readonly tool: Tool;
  /** All but the format. */
  readonly args: JsonObject;
  readonly matched: number;
}

/** Buttons that make the server export all matches to a file, and save it. */
export function ExportButtons({ api, origin, tool, args, matched }: ExportButtonsProps) {
  const [status, setStatus] = useState("");
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (format: string) => {
    controller.current = new AbortController();
    setIsRunning(true);
    setStatus("Writing the file …");
    try {
      const { value } = await api.call(tool.name, { ...args, format }, controller.current.signal);
      saveFrom(fileUrl(value, origin), "");
      setStatus(typeof value.count === "number" ? `${value.count} features written.` : "Written.");
    } catch (error) {
      if (controller.current.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setStatus(error.message);
    }
    setIsRunning(false);
  };
  return (
    <section aria-labelledby="export-heading">
      <header>
        <h3 id="export-heading">All {matched} matches as a file</h3>
        {exportFormats(tool).map(({ name, label }) => (
          <button key={name} type="button" disabled={isRunning} onClick={() => run(name)}>
            {label}
          </button>
        ))}
      </header>
      <p role="status" class="export-status">
        {status}
      </p>
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

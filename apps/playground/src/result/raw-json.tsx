import { useEffect, useState } from "preact/hooks";
import type { JsonObject } from "../json.ts";
import { DownloadButton } from "./download-button.tsx";
import { countTokens } from "./tokens.ts";

export interface RawJsonProps {
  readonly value: JsonObject;
  readonly text: string;
  /** Without its extension. */
  readonly fileName: string;
}

/** The answer as JSON, indented for reading. Tokens are counted on the original text. */
export function RawJson({ value, text, fileName }: RawJsonProps) {
  const [tokens, setTokens] = useState<number | null | "unknown">(null);
  useEffect(() => {
    let isCurrent = true;
    setTokens(null);
    countTokens(text).then(
      (count) => isCurrent && setTokens(count),
      () => isCurrent && setTokens("unknown"),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <div class="json">
      <DownloadButton fileName={`${fileName}.json`} type="application/json" content={() => text}>
        Save as JSON
      </DownloadButton>
      <details>
        <summary>
          JSON <span class="count">{tokens ?? "counting"} tokens (o200k)</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
      </details>
    </div>
  );
}

import { useEffect, useState } from "preact/hooks";
import type { JsonObject } from "../json.ts";
import { countTokens } from "./tokens.ts";

/** The answer as JSON, indented for reading. The tokens are those of the text as it came. */
export function RawJson({ value, text }: { value: JsonObject; text: string }) {
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
    <details>
      <summary>
        JSON <span class="count">{tokens ?? "counting"} tokens (o200k)</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}

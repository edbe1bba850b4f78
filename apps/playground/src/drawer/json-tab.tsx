import { useSignal } from "@preact/signals";
import { plainNumber } from "../answer/words.ts";
import type { Answer } from "../server/api.ts";

/** The answer's text to the letter, as a model gets it, with its price. */
export function JsonTab({ answer }: { answer: Answer }) {
  const isIndented = useSignal(false);
  const isCopied = useSignal(false);
  const text = isIndented.value ? JSON.stringify(answer.value, null, 2) : answer.text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <div class="json-tab">
      <div class="rows-bar">
        <span class="count">
          {answer.tokens === null ? "" : `${plainNumber(answer.tokens)} tokens (o200k) · `}
          {plainNumber(answer.text.length)} characters
        </span>
        <label class="check">
          <input
            type="checkbox"
            checked={isIndented.value}
            onChange={(event) => {
              isIndented.value = event.currentTarget.checked;
              isCopied.value = false;
            }}
          />
          Indented
        </label>
        <button type="button" class="small" onClick={() => void copy()}>
          {isCopied.value ? "Copied" : "Copy"}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="json-text" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

import { useId } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import type { Snippet } from "./clients.ts";

/** A text to copy. */
export function SnippetBox({ label, text }: Snippet) {
  const { announce } = usePlayground();
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce.value = "Copied.";
    } catch {
      announce.value = "The browser did not allow copying: select the text.";
      getSelection()?.selectAllChildren(document.getElementById(id)!);
    }
  };
  return (
    <div class="snippet">
      <div class="snippet-head">
        <span>{label}</span>
        <button type="button" class="small" onClick={copy}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the focus for keys */}
      <section class="snippet-text" tabIndex={0} aria-label={label}>
        <pre id={id}>{text}</pre>
      </section>
    </div>
  );
}

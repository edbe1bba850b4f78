import { useId, useRef, useState } from "preact/hooks";
import type { Tool } from "../server/api.ts";
import { usePlayground } from "../state/playground.ts";
import { toolsMatching } from "./start/matching.ts";

/** Where a question is written; a slash lists the tools. */
export function Composer({ onAsk }: { onAsk(question: string): void }) {
  const { ask, tools } = usePlayground();
  const { draft, conversation } = ask;
  const [active, setActive] = useState(0);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isListing = draft.value.startsWith("/");
  const found = isListing ? toolsMatching(tools.value, draft.value) : [];
  const isRunning = conversation.exchanges.value.at(-1)?.state === "running";

  const openTool = (tool: Tool | undefined) => {
    if (!tool) return;
    draft.value = "";
    location.hash = `#/tools/${tool.name}`;
  };
  const submit = () => {
    if (isListing) return openTool(found[active]);
    const question = draft.value.trim();
    if (question !== "" && !isRunning) onAsk(question);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isListing && found.length > 0 && step !== undefined) {
      event.preventDefault();
      const next = (active + step + found.length) % found.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (isListing && event.key === "Escape") {
      draft.value = "";
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  };

  return (
    <form
      class="composer"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isListing && (
        <div class="slash-list" role="listbox" id={`${id}-list`} aria-label="Tools">
          {found.map((tool, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
            <div
              key={tool.name}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              onClick={() => openTool(tool)}
            >
              <span class="mono">{tool.name}</span> <span class="quiet-text">{tool.title}</span>
            </div>
          ))}
          {found.length === 0 && <p class="quiet-text">No tool has this name.</p>}
        </div>
      )}
      <textarea
        ref={input}
        rows={1}
        aria-label="Your question, or / for a tool"
        placeholder="Ask about fires, or type / for a tool"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListing ? `${id}-list` : undefined}
        aria-activedescendant={isListing && found.length > 0 ? `${id}-${active}` : undefined}
        maxLength={8000}
        value={draft.value}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isRunning ? (
        <button type="button" class="primary" onClick={() => conversation.stop()}>
          Stop
        </button>
      ) : (
        <button type="submit" class="primary">
          Ask
        </button>
      )}
    </form>
  );
}

import { useRef } from "preact/hooks";
import { printRoute } from "../common/route.ts";
import { usePlayground } from "../state/playground.ts";

/** Where a question is written; a slash lists the tools. */
export function Composer({ onAsk }: { onAsk(question: string): void }) {
  const { ask, tools } = usePlayground();
  const { draft, conversation } = ask;
  const form = useRef<HTMLFormElement>(null);
  const isListing = draft.value.startsWith("/");
  const typed = draft.value.slice(1).trim().toLowerCase().replaceAll(" ", "_");
  const found = isListing ? tools.value.filter(({ name }) => name.includes(typed)) : [];
  const isRunning = conversation.exchanges.value.at(-1)?.state === "running";

  const focusField = () => form.current?.querySelector("textarea")?.focus();
  const submit = () => {
    if (isListing) {
      form.current?.querySelector<HTMLElement>(".slash-list a")?.click();
      return;
    }
    const question = draft.value.trim();
    if (question !== "" && !isRunning) onAsk(question);
    focusField();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character.
    if (event.isComposing || !isListing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const stops = [...form.current!.querySelectorAll<HTMLElement>("textarea, .slash-list a")];
      // The field stands after its list.
      const ring = [stops.at(-1)!, ...stops.slice(0, -1)];
      const at = ring.indexOf(document.activeElement as HTMLElement);
      ring.at((at + step) % ring.length)?.focus();
    } else if (event.key === "Escape") {
      draft.value = "";
      focusField();
    }
  };

  return (
    <form
      ref={form}
      class="composer with-button"
      aria-label="Ask"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isListing && (
        <nav class="slash-list card" aria-label="Tools by name">
          {found.map(({ name, title }) => (
            <a
              key={name}
              href={printRoute({ tab: "tools", tool: name, args: null, view: null })}
              onClick={() => {
                draft.value = "";
              }}
            >
              <span class="mono">{name}</span> <span class="quiet-text">{title}</span>
            </a>
          ))}
          {found.length === 0 && <p class="quiet-text">No tool has this name.</p>}
        </nav>
      )}
      <textarea
        rows={1}
        aria-label="Your question, or / for a tool"
        placeholder="Ask about fires, or / for a tool"
        maxLength={8000}
        value={draft.value}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
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

import { goTo } from "../common/route.ts";
import { usePlayground } from "../state/playground.ts";

/** Where a question is written; a slash leads to the list of tools. */
export function Composer({ onAsk }: { onAsk(question: string): void }) {
  const { ask, desk } = usePlayground();
  const { draft, conversation } = ask;
  const isRunning = conversation.exchanges.value.at(-1)?.state === "running";
  const submit = () => {
    const question = draft.value.trim();
    if (question !== "" && !isRunning) onAsk(question);
  };
  return (
    <form
      class="composer with-button"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        rows={1}
        aria-label="Your question, or / for a tool"
        placeholder="Ask about fires, or / for a tool"
        maxLength={8000}
        value={draft.value}
        onInput={({ currentTarget: { value } }) => {
          const isSlash = value.startsWith("/");
          draft.value = isSlash ? "" : value;
          if (!isSlash) return;
          goTo({ tab: "tools", tool: null, args: null, view: null });
          desk.searchWanted.value = true;
        }}
        onKeyDown={(event) => {
          // Enter also ends the composition of a character.
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

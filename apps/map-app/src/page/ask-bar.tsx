import { useState } from "preact/hooks";

interface AskBarProps {
  /** Puts the person's words into the conversation; false if the host refused them. */
  onAsk(words: string): Promise<boolean>;
}

/** "Ask about this area": a question of one's own, or the usual one. */
export function AskBar({ onAsk }: AskBarProps) {
  const [words, setWords] = useState("");
  const [outcome, setOutcome] = useState("");
  const send = async () => {
    const isSent = await onAsk(words).catch(() => false);
    setOutcome(
      isSent ? "Sent to the conversation." : "The conversation did not take the question.",
    );
    if (isSent) setWords("");
  };
  return (
    // Not a form: the sandbox of a host may forbid to submit one.
    <div class="ask bar">
      <input
        type="text"
        aria-label="Your question about the area shown"
        placeholder="What is the fire situation in this area?"
        value={words}
        maxLength={500}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={({ key, isComposing }) => key === "Enter" && !isComposing && void send()}
      />
      <button type="button" class="primary" onClick={send}>
        Ask about this area
      </button>
      <output class="quiet-text">{outcome}</output>
    </div>
  );
}

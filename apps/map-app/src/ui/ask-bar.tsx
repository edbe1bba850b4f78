import { useState } from "preact/hooks";

interface Props {
  /** Puts the person's words into the conversation; false if the host refused them. */
  onAsk(words: string): Promise<boolean>;
}

/** "Ask about this area": a question of one's own, or the usual one. */
export function AskBar({ onAsk }: Props) {
  const [words, setWords] = useState("");
  const [outcome, setOutcome] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    const isSent = await onAsk(words).catch(() => false);
    setOutcome(
      isSent ? "Sent to the conversation." : "The conversation did not take the question.",
    );
    if (isSent) setWords("");
  };
  return (
    <form class="ask" onSubmit={send}>
      <input
        type="text"
        aria-label="Your question about the area shown"
        placeholder="What is the fire situation in this area?"
        value={words}
        maxLength={500}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <button type="submit" class="main">
        Ask about this area
      </button>
      <output>{outcome}</output>
    </form>
  );
}

import "./ask.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Example } from "../chat/examples.ts";
import { usePlayground } from "../state/playground.ts";
import { Composer } from "./composer.tsx";
import { ExchangeView } from "./exchange-view.tsx";
import { Meter } from "./meter.tsx";
import { NoModel, Welcome } from "./welcome.tsx";

/** Questions in one's own words, answered by a model of one's own, with all its calls. */
export function AskPane() {
  const { ask, announce } = usePlayground();
  const { conversation, model, draft } = ask;
  const exchanges = conversation.exchanges.value;
  /** A question that no model could be asked. */
  const [unasked, setUnasked] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const newest = exchanges.at(-1);

  const put = (question: string) => {
    if (!model.value) {
      setUnasked(question);
      ask.start.load();
      return;
    }
    setUnasked(null);
    draft.value = "";
    void conversation.ask(question);
  };
  const pick = ({ question, calls }: Example) => {
    setUnasked(null);
    draft.value = "";
    void (model.value ? conversation.ask(question) : conversation.runReady(question, calls));
  };
  // A new question comes into view; while an answer arrives, the reader stays where they are.
  useEffect(() => {
    if (!newest && unasked === null) return;
    const exchange = end.current?.previousElementSibling as HTMLElement | null;
    exchange?.scrollIntoView({ block: "start" });
    // The example that was clicked is gone, and the focus with it.
    if (document.activeElement === document.body) exchange?.focus({ preventScroll: true });
  }, [newest?.id, unasked]);
  useEffect(() => {
    if (newest) announce.value = announcements[newest.state];
  }, [newest?.state, newest?.id, announce, newest]);

  return (
    <div class="ask">
      <div class="feed stack">
        {exchanges.length === 0 && unasked === null ? (
          <Welcome onPick={pick} />
        ) : (
          <h1 class="visually-hidden">Ask</h1>
        )}
        {exchanges.map((each) => (
          <ExchangeView key={each.id} exchange={each} />
        ))}
        {unasked !== null && (
          <NoModel question={unasked} onPick={pick} onBack={() => setUnasked(null)} />
        )}
        <div ref={end} />
      </div>
      <div class="ask-foot pane-foot stack">
        {exchanges.length > 0 && (
          <div class="bar">
            <Meter />
            <button
              type="button"
              class="small"
              onClick={() => {
                setUnasked(null);
                conversation.clear();
                location.hash = "#/ask";
                document.querySelector<HTMLElement>(".composer textarea")?.focus();
              }}
            >
              New conversation
            </button>
          </div>
        )}
        <Composer onAsk={put} />
      </div>
    </div>
  );
}

const announcements = {
  running: "Working on the question.",
  done: "The answer is complete.",
  stopped: "Stopped.",
  failed: "The question failed.",
} as const;

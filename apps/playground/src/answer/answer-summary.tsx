import type { Call } from "../calls/call.ts";
import type { Answer } from "../server/api.ts";
import "./answer.css";
import { isEmptyAnswer, safetyNotices } from "./caution.ts";
import { headlineOf } from "./headline.ts";
import { HowFound } from "./how-found.tsx";
import { sortNotices } from "./notices.ts";
import { selectionWords } from "./selection-words.ts";

/** The outcome of a call in a sentence, what a person must know of it, and how it was found. */
export function AnswerSummary({ call }: { call: Call }) {
  const { outcome } = call;
  switch (outcome.state) {
    case "answered":
      return <Answered call={call} answer={outcome.answer} />;
    case "failed":
      return <p class="notice error">{outcome.error.message}</p>;
    case "cancelled":
      return <p class="quiet-text">Cancelled.</p>;
    default:
      return <p class="quiet-text">Running …</p>;
  }
}

function Answered({ call, answer }: { call: Call; answer: Answer }) {
  const { value } = answer;
  const { data } = sortNotices(value);
  const safety = safetyNotices(call.tool, value);
  const words = selectionWords(value);
  const isEmpty = isEmptyAnswer(value);
  return (
    <section class="answer-summary" aria-label="Answer">
      <p class="headline">{headlineOf(call.tool, call.args, value)}</p>
      {words.length > 0 && (
        <p class="selection-words">
          {isEmpty ? "Asked for: " : ""}
          {words.join(" · ")}
        </p>
      )}
      {safety.length > 0 && (
        <ul class="notice safety plain" aria-label="Notices">
          {safety.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {data.length > 0 && (
        <ul class="data-notices" aria-label={isEmpty ? "What to try" : "About the data"}>
          {data.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <HowFound call={call} answer={answer} />
    </section>
  );
}

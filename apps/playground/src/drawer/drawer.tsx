import { answerOf } from "../calls/call.ts";
import { usePlayground } from "../state/playground.ts";

/** The answer that is shown, as rows, chart, JSON, trace and files. */
export function Drawer() {
  const { calls } = usePlayground();
  const answer = answerOf(calls.shown.value);
  return (
    <section class="drawer" aria-label="Answer">
      {answer && <pre>{answer.text}</pre>}
    </section>
  );
}

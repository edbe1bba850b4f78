import { usePlayground } from "../state/playground.ts";
import { AnswerSummary } from "./answer-summary.tsx";

/** The answer that is shown if it is of this tool. It stays, dimmed, while a new call runs. */
export function ShownAnswer({ tool }: { tool: string }) {
  const { calls } = usePlayground();
  const call = calls.shown.value;
  if (call?.tool !== tool) return null;
  const isOld = calls.all.value.some((each) => each.outcome.state === "running" && each.tool === tool);
  return (
    <div class={isOld ? "shown-answer old" : "shown-answer"} aria-busy={isOld}>
      <AnswerSummary call={call} />
    </div>
  );
}

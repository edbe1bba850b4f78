import { useLayoutEffect, useRef } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { AnswerSummary } from "./answer-summary.tsx";

/** The answer that is shown if it is of this tool. It stays, dimmed, while a new call runs. */
export function ShownAnswer({ tool }: { tool: string }) {
  const { calls, drawer } = usePlayground();
  const frame = useRef<HTMLDivElement>(null);
  const call = calls.shown.value;
  const isShown = call?.tool === tool;
  useLayoutEffect(() => {
    // The focus stays on the button below the form; the answer comes into view above it.
    if (isShown) frame.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, call?.id]);
  if (!isShown) return null;
  const isOld = calls.all.value.some(
    (each) => each.outcome.state === "running" && each.tool === tool,
  );
  return (
    <div ref={frame} class={isOld ? "shown-answer old" : "shown-answer"} aria-busy={isOld}>
      <AnswerSummary call={call} />
      <button
        type="button"
        class="to-details"
        data-open={drawer.isOpen.value ? "" : undefined}
        onClick={() => {
          drawer.isOpen.value = true;
          document.querySelector(".drawer")?.scrollIntoView({ block: "start" });
        }}
      >
        Rows, chart and files
      </button>
    </div>
  );
}

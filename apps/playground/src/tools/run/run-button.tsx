import { useEffect, useState } from "preact/hooks";

interface RunButtonProps {
  /** When the call that runs was started; null if none runs. */
  readonly startedMs: number | null;
  onCancel(): void;
}

/** Run, and while the call runs Cancel: one button, so that it keeps the focus. */
export function RunButton({ startedMs, onCancel }: RunButtonProps) {
  const seconds = useSecondsSince(startedMs);
  const isRunning = startedMs !== null;
  return (
    <button
      type={isRunning ? "button" : "submit"}
      class={isRunning ? "run" : "run primary"}
      onClick={(event) => {
        if (!isRunning) return;
        // The button is of type submit again before its default action.
        event.preventDefault();
        onCancel();
      }}
    >
      {isRunning ? "Cancel" : "Run"}
      {isRunning && <span aria-hidden="true"> · {seconds} s</span>}
    </button>
  );
}

function useSecondsSince(startedMs: number | null): number {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (startedMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [startedMs]);
  return startedMs === null ? 0 : Math.max(0, Math.floor((nowMs - startedMs) / 1000));
}

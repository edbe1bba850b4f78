export interface Late {
  /** Ends when the time is over; made when it is first asked for: signals cost more than the rest of a small call. */
  readonly signal: AbortSignal;
  /** The call is over: no timer is left, and whoever asks only now is late. */
  stop(): void;
}

/** Tells of the end of some of a call's time. */
export function lateAfter(durationMs: number): Late {
  const startMs = performance.now();
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  return {
    get signal() {
      if (controller) return controller.signal;
      const made = new AbortController();
      controller = made;
      if (isStopped) made.abort();
      else timer = setTimeout(() => made.abort(), startMs + durationMs - performance.now());
      return made.signal;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

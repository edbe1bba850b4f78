/** Signals closer together are one: npm passes Ctrl-C on although the terminal has sent it already. */
const repeatMs = 500;

/**
 * Ends the program on SIGINT or SIGTERM, when `stop` has let what runs come to its end. A second
 * signal ends it at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let firstAtMs: number | undefined;
  const onSignal = () => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      void stop().finally(() => process.exit(0));
    } else if (performance.now() - firstAtMs > repeatMs) process.exit(1);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
}

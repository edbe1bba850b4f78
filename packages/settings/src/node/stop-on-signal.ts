/**
 * Signals closer together count as one, since npm forwards a Ctrl-C that the terminal also sends.
 */
const repeatMs = 500;

/**
 * Exits on SIGINT or SIGTERM after `stop` has resolved. A second signal exits at once.
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

// Preloaded into every measured process, also into programs that are not ours:
// reports the resources used so far when the parent asks.
process.on("message", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ cpuUs: userCPUTime + systemCPUTime, maxRssKiB: maxRSS });
});
// Exit with the benchmark.
process.on("disconnect", () => process.exit());
// The channel alone must not keep the process alive.
process.channel?.unref();

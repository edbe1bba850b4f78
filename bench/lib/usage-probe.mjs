// Preloaded into every measured process, also into programs that are not ours:
// tells the resources used so far to the parent that asks.
process.on("message", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ cpuUs: userCPUTime + systemCPUTime, maxRssKiB: maxRSS });
});
// Nothing measured outlives the bench.
process.on("disconnect", () => process.exit());
// The channel alone must not keep the process alive.
process.channel?.unref();

/**
 * @typedef {{ baseUrl: string, clientId: string, clientSecret: string }} Service
 * @typedef {{ features: number, groups: number, frpSumMw: number }} Found
 */

/**
 * Summarizes the whole time, then each part of it, and reports the cost to the parent. The first
 * counts as a program's only call, including its peak memory; the parts run in a warm process.
 *
 * @param {(service: Service, time: string) => Promise<Found>} summarize
 */
export async function report(summarize) {
  const [service = "", whole = "", ...parts] = process.argv.slice(2);
  const sampleOf = async (/** @type {string} */ time) => {
    const startMs = performance.now();
    const startCpu = process.cpuUsage();
    const found = await summarize(JSON.parse(service), time);
    const { user, system } = process.cpuUsage(startCpu);
    return { ...found, wallMs: performance.now() - startMs, cpuMs: (user + system) / 1000 };
  };
  const sample = await sampleOf(whole);
  const { maxRSS: maxRssKiB } = process.resourceUsage();
  const samples = [];
  for (const part of parts) samples.push(await sampleOf(part));
  process.stdout.write(JSON.stringify({ ...sample, maxRssKiB, parts: samples }));
}

/**
 * Runs a listing and reports its cost to the parent. The listing returns the
 * number of features and the sum of their radiative power, in megawatts.
 *
 * @typedef {{ baseUrl: string, collection: string, pageSize: number }} Listing
 * @param {(listing: Listing) => Promise<{ features: number, frpSumMw: number }>} list
 */
export async function report(list) {
  const [baseUrl = "", collection = "", pageSize] = process.argv.slice(2);
  const startMs = performance.now();
  const found = await list({ baseUrl, collection, pageSize: Number(pageSize) });
  const wallMs = performance.now() - startMs;
  const { maxRSS: maxRssKiB } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ ...found, wallMs, maxRssKiB }));
}

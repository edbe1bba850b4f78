// Reads one page repeatedly, alternating between plain fetch and the typed client.
import { createClient } from "@emberline/core";

const [baseUrl = "", collection = "", rounds] = process.argv.slice(2);
const client = createClient({ baseUrl });
const url = client.features.url(collection, { limit: 10_000 });

/** @param {() => Promise<unknown>} read */
async function timed(read) {
  const startMs = performance.now();
  await read();
  return performance.now() - startMs;
}

const readers = {
  bare: () => fetch(url).then((response) => response.json()),
  emberline: () => client.features.page(collection, { limit: 10_000 }),
};
/** @type {{ bare: number[], emberline: number[] }} */
const ms = { bare: [], emberline: [] };
const warmUpRounds = 4;
for (let round = 0; round < warmUpRounds + Number(rounds); round++) {
  /** @type {("bare" | "emberline")[]} */
  const order = round % 2 === 0 ? ["bare", "emberline"] : ["emberline", "bare"];
  for (const name of order) {
    // Collect garbage between candidates if possible, so that neither pays for the other.
    Reflect.get(globalThis, "gc")?.();
    const tookMs = await timed(readers[name]);
    if (round >= warmUpRounds) ms[name].push(tookMs);
  }
}
process.stdout.write(JSON.stringify(ms));

import { logLine } from "@emberline/settings";
import type { Invocation } from "@emberline/settings/node";

export const feedUsage = "feed try FILE";

/**
 * `feed try FILE`: reads the feed that a file describes once, and prints what it understood.
 *
 * @throws {Error} when the file is wrong or its source cannot be read
 */
export async function feedCommand({
  args: [verb, path, ...more],
}: Pick<Invocation, "args">): Promise<void> {
  if (verb !== "try" || path === undefined || more.length > 0)
    throw new Error(`Give the file of one feed: ${feedUsage}`);
  // Feeds are loaded only by programs that read some.
  const { tryFeedFile } = await import("../service/try-live.ts");
  const { name, title, isGood, lines } = await tryFeedFile(path, "feed-try");
  for (const line of [`${name}: ${title}`, ...lines]) process.stdout.write(`${logLine(line)}\n`);
  if (!isGood) throw new Error(`${name} could not be read.`);
}

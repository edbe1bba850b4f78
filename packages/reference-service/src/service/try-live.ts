import {
  describedFeed,
  type Feed,
  readDescription,
  redact,
  tryFeed,
  type Understood,
  userAgentOf,
  writeCapture,
} from "@emberline/feeds";
import { printInstant } from "@emberline/geo";
import type { ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import { boxesOf, liveFeedsOf } from "./live-feeds-of.ts";

/** What a reading of one feed made of its source. */
interface TriedFeed {
  readonly name: string;
  readonly title: string;
  readonly isGood: boolean;
  /** Without keys. */
  readonly lines: readonly string[];
}

interface TryLiveOptions {
  readonly version: string;
  readonly resolveArea: ResolveArea;
  /** A folder for what was answered; default none. */
  readonly capture?: string | undefined;
}

/** How many days of detections are asked for. */
const days = 1;

/**
 * Reads each feed once, into nothing, and says what it understood.
 *
 * @throws {Error} when a setting is wrong
 */
async function* tryLive(
  settings: LiveSettings,
  { version, resolveArea, capture }: TryLiveOptions,
): AsyncGenerator<TriedFeed, void> {
  const areas = await boxesOf(settings, resolveArea);
  const fresh = () => liveFeedsOf({ ...settings, days }, areas);
  const secrets = settings.firmsKey === undefined ? [] : [settings.firmsKey];
  const userAgent = userAgentOf(version, settings.contact);
  for (const [i] of (await fresh()).entries()) {
    // Feeds of one source share what they know of it: alone, an answer has to replay.
    const feed = (await fresh())[i]!;
    const { tried, answers, at } = await tryOnce(feed, userAgent, secrets);
    if (capture === undefined) yield tried;
    else {
      const folder = await writeCapture(capture, (await fresh())[i]!, { answers, at, areas });
      yield { ...tried, lines: [...tried.lines, `captured in ${folder}`] };
    }
  }
}

/**
 * Reads each feed once, into nothing, and prints what it understood in a few lines each.
 *
 * @returns whether all could be read
 * @throws {Error} when a setting is wrong
 */
export async function reportLive(
  settings: LiveSettings,
  { print, ...options }: TryLiveOptions & { readonly print: (line: string) => void },
): Promise<boolean> {
  let isGood = true;
  for await (const tried of tryLive(settings, options)) {
    isGood &&= tried.isGood;
    print(`${tried.isGood ? "ok " : "BAD"}  ${tried.name}: ${tried.lines[0]}`);
    for (const line of tried.lines.slice(1)) print(`     ${line}`);
  }
  return isGood;
}

/** Reads the feed that a file describes; it also shows the first feature. */
export async function tryFeedFile(path: string, version: string): Promise<TriedFeed> {
  const description = await readDescription(path);
  const feed = describedFeed(description);
  const { tried, understood } = await tryOnce(feed, userAgentOf(version), []);
  const { first } = understood;
  const shown = first ? JSON.stringify(first, null, 1).slice(0, maxShownLength).split("\n") : [];
  return { ...tried, lines: [...tried.lines, ...shown] };
}

/** An outline may have a hundred thousand positions. */
const maxShownLength = 3000;

async function tryOnce(feed: Feed, userAgent: string, secrets: readonly string[]) {
  const at = Date.now();
  const { understood, answers } = await tryFeed(feed, { userAgent, secrets, now: () => at });
  const { name, title } = feed;
  const tried: TriedFeed = {
    name,
    title,
    isGood: understood.error === null,
    lines: linesOf(feed, understood).map((line) => redact(line, secrets)),
  };
  return { tried, understood, answers, at };
}

function linesOf({ layer, known }: Feed, understood: Understood): string[] {
  const { counts, features, ids, times, rejected, requests, bytes, error } = understood;
  const read = `${requests} ${requests === 1 ? "request" : "requests"}, ${bytes} bytes`;
  const { received } = counts;
  const others = received - counts.rejected - features;
  const rows = `${received} rows: ${features} ${layer}, ${counts.rejected} rejected, ${others} repeated or left out`;
  return [
    ...(error === null ? [`${rows}; ${read}`] : [`${error}; ${read}`]),
    ...rejected.map(([reason, count]) => `rejected ${count}: ${reason}`),
    ...(times ? [`times from ${printInstant(times[0])} to ${printInstant(times[1])}`] : []),
    ...(ids.length > 0 ? [`ids such as ${ids.slice(0, 3).join(", ")}`] : []),
    ...(known === undefined ? [] : [`known so far: ${known}`]),
  ];
}

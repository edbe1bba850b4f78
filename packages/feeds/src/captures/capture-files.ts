import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bbox } from "@emberline/geo";
import type { FeedFetch } from "../http/feed-request.ts";
import type { Feed } from "../values/feed.ts";
import { cutAnswers } from "./cut.ts";
import type { CapturedAnswer } from "./recorder.ts";
import { tryFeed, type Understood } from "./try-feed.ts";

const userAgent = "replay";
const understoodFile = "understood.json";

/** What a capture says: when it was made, and what was read in it. */
export interface CaptureNote {
  readonly feed: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The boxes that were read; empty for all. */
  readonly areas: readonly Bbox[];
  readonly understood: Understood;
}

/**
 * Writes answers of a source into a folder of the feed's name: few rows of each, without keys, and
 * what a reading of exactly these makes of them.
 *
 * @param feed not the one that was answered, which remembers
 * @returns the folder
 */
export async function writeCapture(
  folder: string,
  feed: Feed,
  {
    answers,
    at,
    areas = [],
  }: { answers: readonly CapturedAnswer[]; at: number; areas?: readonly Bbox[] },
): Promise<string> {
  const own = join(folder, feed.name);
  await mkdir(own, { recursive: true });
  const cut = cutAnswers(answers);
  for (const [i, answer] of cut.entries()) {
    const name = `${String(i + 1).padStart(3, "0")}.json`;
    await writeFile(join(own, name), `${JSON.stringify(answer, null, 1)}\n`);
  }
  const { understood } = await tryFeed(feed, { userAgent, fetch: inOrder(cut), now: () => at });
  const note: CaptureNote = { feed: feed.name, at, areas, understood };
  await writeFile(join(own, understoodFile), `${JSON.stringify(note, null, 1)}\n`);
  return own;
}

/** What a capture says that it has, and its answers, one after the other, to whatever is asked. */
export async function replayCapture(
  folder: string,
): Promise<{ readonly note: CaptureNote; readonly fetch: FeedFetch }> {
  const files = (await readdir(folder)).filter((file) => /^\d+\.json$/.test(file)).sort();
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, file), "utf8"));
  const answers = (await Promise.all(files.map(read))) as CapturedAnswer[];
  return { note: (await read(understoodFile)) as CaptureNote, fetch: inOrder(answers) };
}

function inOrder(answers: readonly CapturedAnswer[]): FeedFetch {
  let next = 0;
  return async () => {
    const answer = answers[next++];
    if (!answer) throw new TypeError("the capture has no more answers");
    const { status, headers, body } = answer;
    return new Response(status === 304 || status === 204 ? null : body, { status, headers });
  };
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Feed,
  fedsFeed,
  firmsFeeds,
  type Journal,
  JournalError,
  memoryJournal,
  openJournal,
  staticHeatSources,
  wfigsFeed,
} from "@emberline/feeds";
import { unknownName } from "@emberline/settings";
import type { LiveBox, ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { LiveOptions } from "./options.ts";

interface OpenLiveOptions {
  /** The folder of data files, created if missing; without one, nothing is kept on disk. */
  readonly data: string | undefined;
  readonly resolveArea: ResolveArea;
  /** Receives what was wrong with the folder. */
  readonly log: (text: string) => void;
}

/**
 * The feeds and the journal that an operator's settings mean. Nothing is requested yet.
 *
 * @throws {Error} when a setting is wrong or the folder cannot be used: one sentence
 */
export async function openLive(
  settings: LiveSettings,
  { data, resolveArea, log }: OpenLiveOptions,
): Promise<LiveOptions> {
  const areas = await Promise.all(
    settings.areas.map((area) => (typeof area === "string" ? boxOf(area, resolveArea) : area)),
  );
  const { firmsKey, firmsUrl, wfigsUrl, fedsUrl, sources, days, minutes, contact } = settings;
  const feeds = [
    ...firmsFeeds({ areas, days, baseUrl: firmsUrl, key: firmsKey }),
    wfigsFeed({ areas, baseUrl: wfigsUrl }),
    fedsFeed({ areas, days, baseUrl: fedsUrl }),
  ];
  const chosen = chosenFeeds(feeds, sources);
  return {
    feeds: chosen,
    lists: [await staticHeatSources()],
    journal: data === undefined ? memoryJournal() : await openFolder(join(data, "live"), log),
    areas,
    days,
    minutes,
    contact,
    secrets: firmsKey === undefined ? [] : [firmsKey],
  };
}

async function boxOf(name: string, resolveArea: ResolveArea): Promise<LiveBox> {
  try {
    return await resolveArea(name);
  } catch (error) {
    throw new Error(`The areas of live feeds: ${(error as Error).message}.`);
  }
}

function chosenFeeds(feeds: readonly Feed[], names: readonly string[] | undefined): Feed[] {
  const known = feeds.map(({ name }) => name);
  for (const name of names ?? []) {
    if (known.includes(name)) continue;
    const { fault, message } = unknownName(name, known);
    throw new Error(`EMBERLINE_LIVE_CONFIG: sources ${fault}: ${message}.`);
  }
  return feeds.filter(({ name }) => names?.includes(name) ?? true);
}

async function openFolder(folder: string, report: (text: string) => void): Promise<Journal> {
  try {
    await mkdir(folder, { recursive: true });
    return await openJournal(folder, { report });
  } catch (error) {
    const reason = error instanceof JournalError ? error.message : codeOf(error);
    throw new Error(
      `The folder ${JSON.stringify(folder)} cannot keep live feeds: ${reason.replace(/\.$/, "")}.`,
    );
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "it cannot be opened";
}

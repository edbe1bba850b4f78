import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Journal,
  JournalError,
  memoryJournal,
  openJournal,
  staticHeatSources,
} from "@emberline/feeds";
import type { ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import { boxesOf, liveFeedsOf } from "./live-feeds-of.ts";
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
  const areas = await boxesOf(settings, resolveArea);
  const { firmsKey, days, minutes, contact } = settings;
  return {
    feeds: await liveFeedsOf(settings, areas),
    lists: [await staticHeatSources()],
    journal: data === undefined ? memoryJournal() : await openFolder(join(data, "live"), log),
    areas,
    days,
    minutes,
    contact,
    secrets: firmsKey === undefined ? [] : [firmsKey],
  };
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

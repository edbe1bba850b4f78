import { servedTools } from "@emberline/tools";
import type { Log } from "./common/log.ts";
import type { Settings } from "./common/settings.ts";
import { openUpstream } from "./upstream.ts";

/** The settings without the tools that the service has nothing for. */
export async function withServedTools(settings: Settings, log: Log): Promise<Settings> {
  const { client, close } = await openUpstream(settings, { log });
  try {
    return { ...settings, tools: await servedTools(settings.tools, client) };
  } finally {
    await close();
  }
}

import { captureIn } from "@emberline/reference-service/live-settings";
import { logLine } from "@emberline/settings";
import { boxOfArea } from "@emberline/tools";
import { readSettings } from "./read-settings.ts";
import { version } from "./version.ts";

const usage = "emberline doctor --live [--capture DIR]";

/**
 * `emberline doctor --live`: reads each live feed once and prints what it understood. With
 * `--capture DIR` what was answered is saved there, without keys.
 *
 * @returns whether all could be read
 */
export async function doctor(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { capture, rest } = captureIn(args);
  const { live } = readSettings({ args: rest, environment }).embedded;
  if (live === null)
    throw new Error(
      `${usage} tries the live feeds; emberline-mcp doctor checks a service of your own.`,
    );
  const { reportLive } = await import("@emberline/reference-service/try-live");
  const print = (line: string) => process.stdout.write(`${logLine(line)}\n`);
  return reportLive(live, { version, resolveArea: boxOfArea, capture, print });
}

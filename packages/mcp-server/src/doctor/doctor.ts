import type { LiveSettings } from "@emberline/reference-service/live-settings";
import { lineOf } from "@emberline/settings";
import { boxOfArea, type NamedService, type RoleSettings, rolesOfService } from "@emberline/tools";
import type { Settings } from "../common/settings.ts";
import { version } from "../common/version.ts";
import { bad, checkService, type Finding, good } from "./check-service.ts";

/**
 * Checks what the program needs, one line for each check.
 *
 * @param capture a folder for what live feeds are answered
 * @returns whether everything is right
 */
export async function doctor(
  readSettings: () => Settings,
  print: (line: string) => void,
  capture?: string,
): Promise<boolean> {
  let isGood = true;
  let live: LiveSettings | null = null;
  const keepLive = (settings: LiveSettings | null) => {
    live = settings;
  };
  for await (const finding of findings(readSettings, keepLive)) {
    isGood &&= finding.isGood !== false;
    print(lineOf(finding));
  }
  return (await checkLive(live, print, capture)) && isGood;
}

/** Each live feed against its source. */
async function checkLive(
  live: LiveSettings | null,
  print: (line: string) => void,
  capture: string | undefined,
): Promise<boolean> {
  if (live === null) {
    if (capture !== undefined) print(lineOf(bad("configuration", "--capture needs --live")));
    return capture === undefined;
  }
  const { reportLive } = await import("@emberline/reference-service/try-live");
  try {
    return await reportLive(live, { version, resolveArea: boxOfArea, capture, print });
  } catch (error) {
    print(lineOf(bad("configuration", messageOf(error))));
    return false;
  }
}

async function* findings(
  readSettings: () => Settings,
  keepLive: (settings: LiveSettings | null) => void,
): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    yield bad("configuration", messageOf(error));
    return;
  }
  const { tools, exports, upstream } = settings;
  const exported = exports ? `exports to ${exports.folder}` : "no exports";
  yield good("configuration", `${tools.length} tools, ${exported}`);
  if ("baseUrl" in upstream) yield* checkService(upstream, settings.roles);
  else if ("services" in upstream) yield* checkServices(upstream.services, settings.roles);
  else {
    keepLive(upstream.live);
    const { live, data, synthetic } = upstream;
    if (!live) yield* checkData({ data, synthetic });
  }
}

async function* checkServices(
  services: readonly NamedService[],
  roles: RoleSettings | undefined,
): AsyncGenerator<Finding> {
  const areSeveral = services.length > 1;
  for (const { name, source } of services) {
    const own = areSeveral ? rolesOfService(roles, name) : roles;
    const findings =
      source.kind === "embedded"
        ? checkData({ data: source.data })
        : checkService(source.service, own, areSeveral ? `${name}:` : "");
    for await (const finding of findings)
      yield { ...finding, text: `${name}: ${ofEntry(finding.text)}` };
  }
}

/** What stands in variables for one service stands in the members of an entry for several. */
const members = {
  EMBERLINE_BASE_URL: "its baseUrl",
  EMBERLINE_CLIENT_ID: "its clientId",
  EMBERLINE_CLIENT_SECRET: "secret",
  EMBERLINE_TOKEN: "its secret",
} as const;

function ofEntry(text: string): string {
  return Object.entries(members).reduce(
    (said, [variable, member]) => said.replaceAll(variable, member),
    text,
  );
}

/** What the embedded service loads, and what is wrong with it. */
async function* checkData({
  data,
  synthetic,
}: {
  readonly data: string | undefined;
  readonly synthetic?: boolean;
}): AsyncGenerator<Finding> {
  const { embed } = await import("@emberline/reference-service");
  try {
    const { lines } = await embed({ data, synthetic });
    const [serving = "", ...remarks] = lines;
    yield good("data", serving);
    for (const text of remarks) yield { name: "data", isGood: null, text };
  } catch (error) {
    yield bad("data", messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

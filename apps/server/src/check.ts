import { isEmberlineError } from "@emberline/core";
import { checkWritable, serviceChecks } from "@emberline/reference-service/check";
import { type Check, logLine, runChecks } from "@emberline/settings";
import { redisCheck } from "@emberline/state";
import { boxOfArea, type NamedService, openClient, type ServiceSettings } from "@emberline/tools";
import { readKeys } from "./access/issuer-keys.ts";
import { readMapStyle } from "./map-style.ts";
import type { Settings } from "./read-settings.ts";

const timeoutMs = 10_000;
const maxNames = 10;

/**
 * `emberline --check`: tries everything that the settings name, and prints a line for each.
 *
 * @returns whether the server would serve
 */
export async function check(settings: Settings): Promise<boolean> {
  const { oauth, state, mapStyle, exportDir, watches } = settings;
  const checks: Check[] = [
    { name: "settings", run: () => servedBy(settings) },
    { name: "access", run: () => accessTo(settings) },
    ...(oauth ? [{ name: "OAuth issuer", run: () => checkIssuer(oauth.issuer) }] : []),
    ...upstreamChecks(settings),
    ...settings.organizations.flatMap(({ grant: { name, service, services } }) => [
      ...(service ? [{ name, run: () => checkService(service) }] : []),
      ...(services ? ofServices(services, `${name}, `) : []),
    ]),
    ...(state.redisUrl === null ? [] : [redisCheck(state)]),
    ...(exportDir === undefined ? [] : [{ name: "exports", run: () => checkWritable(exportDir) }]),
    ...(watches.folder === undefined || watches.own.length + watches.maxPerCaller === 0
      ? []
      : [{ name: "watches", run: () => checkWritable(watches.folder!) }]),
    ...(mapStyle === undefined ? [] : [{ name: "map style", run: () => checkStyle(mapStyle) }]),
  ];
  return runChecks(checks, (line) => process.stdout.write(`${logLine(line)}\n`));
}

function servedBy({ tools, host, port, publicUrl }: Settings): string {
  const names = tools.map(({ name }) => name).join(", ");
  const at = publicUrl === undefined ? "" : ` for callers of ${publicUrl}`;
  return `${tools.length} tools on ${host}, port ${port}${at}: ${names}`;
}

function accessTo({ apiKeys, organizations, oauth, keysPath }: Settings): string {
  const keys = organizations.reduce((sum, each) => sum + each.keys.length, 0);
  const ways = [
    ...(apiKeys().length > 0 ? [`${apiKeys().length} keys of the operator`] : []),
    ...(keysPath === undefined
      ? []
      : [`${organizations.length} organizations with ${keys} keys in ${keysPath}`]),
    ...(oauth ? [`access tokens of ${oauth.issuer}`] : []),
  ];
  return ways.join("; ") || "without a key";
}

async function checkIssuer(issuer: string): Promise<string> {
  const { keys } = await readKeys(issuer).catch((error: Error) => {
    throw new Error(`the keys of ${issuer} cannot be read: ${error.message}`);
  });
  return `${issuer} has ${keys.length} keys`;
}

function upstreamChecks(settings: Settings): readonly Check[] {
  const { service, services } = settings;
  if (service) return [{ name: "service", run: () => checkService(service) }];
  const remote = services ? ofServices(services) : [];
  const embedded = services?.find(({ source }) => source.kind === "embedded")?.source;
  if (services && !embedded) return remote;
  const data = embedded?.kind === "embedded" ? embedded.data : settings.embedded.data;
  return [...remote, ...serviceChecks({ ...settings.embedded, data, resolveArea: boxOfArea })];
}

function ofServices(services: readonly NamedService[], prefix = ""): Check[] {
  return services.flatMap(({ name, source }) =>
    source.kind === "embedded"
      ? []
      : [{ name: `${prefix}service ${name}`, run: () => checkService(source.service) }],
  );
}

/** Gets a token with the credentials, and lists the collections. */
async function checkService(service: ServiceSettings): Promise<string> {
  const { client } = openClient(service, 0, undefined, { timeoutMs });
  try {
    const ids = (await client.collections.list()).map(({ id }) => id);
    if (ids.length === 0) throw new Error(`${client.baseUrl} lists no collections.`);
    const more = ids.length > maxNames ? ", …" : "";
    const names = ids.slice(0, maxNames).join(", ");
    return `${client.baseUrl} has ${ids.length} collections: ${names}${more}`;
  } catch (error) {
    // The list is optional for a service.
    if (isEmberlineError(error) && error.code === "not-found")
      return `${client.baseUrl} answers, and lists no collections`;
    if (!isEmberlineError(error) || error.code !== "authentication") throw error;
    throw new Error(`${error.message} The service refuses the credentials: correct them.`);
  }
}

async function checkStyle(given: string): Promise<string> {
  const { origins } = await readMapStyle(given);
  return origins.length === 0 ? "names no host" : `names ${origins.join(", ")}`;
}

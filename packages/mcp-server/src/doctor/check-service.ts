import {
  anyServer,
  type Client,
  createClient,
  isEmberlineError,
  type ResponseEvent,
} from "@emberline/core";
import type { Finding as CheckFinding } from "@emberline/settings";
import {
  type CollectionAbilities,
  describeServer,
  type RoleSettings,
  type ServiceSettings,
} from "@emberline/tools";

/** The result of one check. */
export interface Finding extends CheckFinding {
  readonly name:
    | "configuration"
    | "data"
    | "reach"
    | "token"
    | "collections"
    | "clock"
    | "abilities"
    | "advice"
    | "simulations";
}

export function good(name: Finding["name"], text: string): Finding {
  return { name, isGood: true, text };
}

export function bad(name: Finding["name"], text: string): Finding {
  return { name, isGood: false, text };
}

function unchecked(name: Finding["name"]): Finding {
  return { name, isGood: null, text: "not checked" };
}

const timeoutMs = 10_000;
/** Words such as "last 24h" tolerate this much. */
const maxSkewSeconds = 60;
const maxNames = 10;

/** An answer of the service, and this machine's time when it arrived. */
interface Answer {
  readonly event: ResponseEvent;
  readonly atMs: number;
}

/** Whether the service can be reached, grants a token, lists collections and has the same time. */
export async function* checkService(
  service: ServiceSettings,
  roles?: RoleSettings,
  prefix?: string,
): AsyncGenerator<Finding> {
  const reach = await checkReach(new URL(service.baseUrl));
  yield reach;
  if (!reach.isGood) {
    yield* [unchecked("token"), unchecked("collections"), unchecked("clock")];
    return;
  }
  const answers: Answer[] = [];
  const client = createClient({
    ...service,
    timeoutMs,
    retry: { maxRetries: 1 },
    ...(service.clientId === undefined && { server: anyServer }),
    onResponse: (event) => void answers.push({ event, atMs: Date.now() }),
  });
  const listed = await client.collections.list().then(
    (collections) => collections.map(({ id }) => id),
    (error: unknown) => error,
  );
  const hasToken = answers.some(({ event }) => !isExchange(event));
  yield hasToken ? good("token", tokenOf(service)) : tokenRefused(listed);
  yield hasToken ? collectionsOf(listed) : unchecked("collections");
  yield clockOf(answers);
  if (service.clientId === undefined && Array.isArray(listed))
    yield* checkAbilities(client, listed, roles, prefix);
}

function tokenOf({ clientId, token, authHeader }: ServiceSettings): string {
  if (clientId !== undefined) return "granted for the client id and secret";
  if (token !== undefined) return "EMBERLINE_TOKEN, sent with every request";
  return authHeader ? "none needed: a header of its own is sent" : "none needed";
}

async function checkReach(url: URL): Promise<Finding> {
  const { host, origin } = url;
  const startMs = performance.now();
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { redirect: "manual", signal });
    await response.body?.cancel();
    const tookMs = Math.round(performance.now() - startMs);
    return good("reach", `${origin} answered after ${tookMs} ms`);
  } catch (error) {
    return bad("reach", `${host} ${whyUnreachable(error)}`);
  }
}

function whyUnreachable(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") {
    return `did not answer within ${timeoutMs / 1000} s: check the network, proxies and firewalls`;
  }
  const causes = causesOf(error);
  const says = (pattern: RegExp) =>
    causes.some(({ code, message }) => pattern.test(`${code} ${message}`));
  if (says(/ENOTFOUND|EAI_AGAIN|dns error/)) {
    return "is not a known host: check EMBERLINE_BASE_URL and the network";
  }
  if (says(/ECONNREFUSED|ConnectionRefused|Connection refused/)) {
    return "refuses connections: check the port of EMBERLINE_BASE_URL and whether the service runs";
  }
  const code = causes.map((each) => each.code).find(Boolean);
  if (/CERT|SIGNED|TLS|SSL/.test(code ?? "") || says(/certificate/i)) {
    return `has a certificate that this machine does not trust (${code ?? "TLS"})`;
  }
  return `cannot be reached (${code ?? "no connection"})`;
}

/** The errors below the error of `fetch`: Node and Bun state a code, Deno only a message. */
function causesOf(error: unknown): { readonly code: string; readonly message: string }[] {
  if (!(error instanceof Error)) return [];
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return [{ code, message: error.message }, ...causesOf(error.cause)];
}

function isExchange({ url }: ResponseEvent): boolean {
  return new URL(url).pathname.endsWith("/v1/token");
}

function tokenRefused(error: unknown): Finding {
  const isClient = isEmberlineError(error) && error.serviceCode === "invalid-client";
  const variables = "check EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET";
  return bad(
    "token",
    `${messageOf(error)}${isClient ? ` The service does not know this client: ${variables}.` : ""}`,
  );
}

function collectionsOf(listed: unknown): Finding {
  if (Array.isArray(listed)) {
    if (listed.length === 0) return bad("collections", "the service lists none");
    const more = listed.length > maxNames ? ", …" : "";
    return good("collections", `${listed.length}: ${listed.slice(0, maxNames).join(", ")}${more}`);
  }
  const isUnlisted = isEmberlineError(listed) && listed.code === "not-found";
  return isUnlisted
    ? good("collections", "the service offers no list, which is optional")
    : bad("collections", messageOf(listed));
}

function clockOf(answers: readonly Answer[]): Finding {
  const { event, atMs } = answers.at(-1) ?? {};
  const date = Date.parse(event?.response.headers.get("date") ?? "");
  if (atMs === undefined || Number.isNaN(date)) return unchecked("clock");
  const ahead = Math.round((atMs - date) / 1000);
  if (Math.abs(ahead) <= maxSkewSeconds) return good("clock", "agrees with the service's");
  return bad(
    "clock",
    `this machine is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} the service: set its clock, or times such as "last 24h" are wrong`,
  );
}

/** Messages of the client contain no secrets. */
function messageOf(error: unknown): string {
  return isEmberlineError(error) ? error.message : "an internal error";
}

const maxCollections = 10;

/**
 * What a server other than the interface's can do, by collection, and what would help.
 *
 * @param prefix in front of its collections' ids among those of several services
 */
async function* checkAbilities(
  client: Client,
  ids: readonly string[],
  roles: RoleSettings | undefined,
  prefix = "",
): AsyncGenerator<Finding> {
  for (const id of ids.slice(0, maxCollections)) {
    try {
      const abilities = await describeServer(client, id, roles);
      yield { name: "abilities", isGood: null, text: `${id}: ${sentenceOf(abilities)}` };
      for (const text of advice(abilities, prefix + id))
        yield { name: "advice", isGood: null, text: `${id}: ${text}` };
    } catch (error) {
      if (!isEmberlineError(error)) throw error;
      yield bad("abilities", `${id}: ${error.message}`);
    }
  }
  if (ids.length > maxCollections) {
    const rest = `${ids.length - maxCollections} more collections are not checked`;
    yield { name: "abilities", isGood: null, text: rest };
  }
  yield { name: "simulations", isGood: null, text: await simulationsOf(client) };
}

async function simulationsOf(client: Client): Promise<string> {
  try {
    await client.simulations.page({ limit: 1 });
    return "offered by the service, and so is list_simulations";
  } catch {
    return "not offered by the service, nor is list_simulations";
  }
}

function sentenceOf(abilities: CollectionAbilities): string {
  const { paging, pageSize, hasCount, time, filterLang, properties, roles } = abilities;
  return [
    paging === null ? "all on one page" : `pages by ${paging}, of ${pageSize} when 1,000 are asked`,
    hasCount ? "counts matches" : "counts no matches",
    time === null ? "no selection by time" : `selects by time (${time})`,
    filterLang === null ? "no filters" : `filters by ${filterLang}`,
    properties === null ? "properties not described" : `${properties} properties described`,
    roles.length === 0 ? "no roles found" : `roles ${roles.join(", ")}`,
  ].join("; ");
}

function advice(
  { time, filterLang, properties, roles }: CollectionAbilities,
  id: string,
): string[] {
  const isTimed = roles.includes("time");
  return [
    isTimed
      ? []
      : [
          `no property with the time is known: name it in EMBERLINE_ROLES under ${JSON.stringify(id)} if there is one`,
        ],
    isTimed && time === null
      ? [
          "calls with a time read every feature of the area: let the server apply datetime if it can",
        ]
      : [],
    filterLang === null
      ? ["calls with a filter read every feature of the area and time: prefer a smaller area"]
      : [],
    properties === null
      ? ["filters are not checked before they are applied: let the server publish queryables"]
      : [],
  ].flat();
}

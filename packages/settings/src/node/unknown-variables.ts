import { nearest } from "@emberline/cql2/nearest";
import type { SettingsTable } from "../setting.ts";

const prefix = "EMBERLINE_";

/** Of all programs, without the prefix: one environment may be for several of them. */
export const programVariables: readonly string[] = `
  ADMIN_KEY API_KEYS AUDIT_ARGUMENTS AUDIT_LOG AUTH AUTH_HEADER AUTH_VALUE BASE_URL CACHE_SECONDS
  CHAT_ORIGINS CIRCUIT_FAILURES CLIENT_ID CLIENT_SECRET CORS_ORIGINS DATA DRAIN_SECONDS
  EXCLUDE_TOOLS EXPORT_DIR EXPORT_MAX_MB EXPORT_MAX_MB_PER_CALLER EXPORT_MINUTES FEATURES_PATH
  FEDS_URL FIRMS_KEY FIRMS_URL GEOCODER_CONTACT GEOCODER_STYLE GEOCODER_URL KEYS_FILE LIVE
  LIVE_AREAS LIVE_CONFIG LIVE_CONTACT LIVE_DAYS LIVE_MINUTES LOG_LEVEL MAX_CALLS
  MAX_CALLS_PER_CALLER MAX_CONNECTIONS MAX_WAITING_CALLS METRICS_KEY OAUTH_AUDIENCE OAUTH_ISSUER
  OAUTH_SCOPES OPEN PUBLIC_URL REDIS_PREFIX REDIS_URL ROLES SERVICES SHUTDOWN_SECONDS
  SIGNING_SECRET STATE STORE STORE_REPLICA TOKEN TOOLS TOOLSETS WATCH_MINUTES WFIGS_URL
`
  .trim()
  .split(/\s+/);

/** In the examples for clients: with callers' keys it may misspell the setting of the server. */
const clientVariables = ["API_KEY", "KEY"];

/** Kubernetes describes each service of the cluster: `EMBERLINE_PORT=tcp://10.0.0.1:3000`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)(?:_\w+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/;
const portOfKubernetes = /_PORT=(?:tcp|udp|sctp):\/\//;

/**
 * Refuses variables that are no settings: one that is misspelt would be ignored, and may leave a
 * server open.
 *
 * @param named variables that the operator has named elsewhere, such as those of secrets
 * @throws {Error} when there is one: one sentence for the operator, with the nearest name
 */
export function refuseUnknownVariables(
  table: SettingsTable,
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): void {
  const own = Object.values(table).flatMap((setting) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return "isSecret" in setting && setting.isSecret ? [variable, `${variable}_FILE`] : [variable];
  });
  const takesKeys = own.includes(`${prefix}API_KEYS`);
  const others = [...programVariables, ...(takesKeys ? [] : clientVariables)]
    .map((name) => prefix + name)
    .filter((name) => !own.includes(name))
    .flatMap((name) => [name, `${name}_FILE`]);
  const known = new Set([...own, ...others, ...named]);
  for (const [name, value] of Object.entries(environment)) {
    const isOurs = /^emberline/i.test(name) && (value ?? "").trim() !== "";
    if (!isOurs || known.has(name)) continue;
    if (ofKubernetes.test(name) || portOfKubernetes.test(`${name}=${value}`)) continue;
    const meant = nearestOf(name.toUpperCase(), own);
    const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    throw new Error(`${name.slice(0, 100)} is no setting${hint}: correct its name, or unset it.`);
  }
}

/** Compared without the prefix, which would make all of them near. */
function nearestOf(name: string, own: readonly string[]): string | undefined {
  const bare = (each: string) => (each.startsWith(prefix) ? each.slice(prefix.length) : each);
  const inFile = own.find((each) => name === `${each}_FILE`);
  const all = [...own, ...programVariables.map((each) => prefix + each)];
  const [near] = nearest(bare(name), own.map(bare), 1);
  const [far] = nearest(bare(name), all.map(bare), 1);
  return inFile ?? all.find((each) => bare(each) === (near ?? far));
}

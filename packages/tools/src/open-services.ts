import { type Circuit, type Client, type ClientOptions, combineClients } from "@emberline/core";
import { openClient } from "./open-client.ts";
import { type ServiceSettings, secretOf } from "./service-settings.ts";
import type { NamedService } from "./services-settings.ts";
import type { RoleSettings } from "./values/roles.ts";
import type { LayerName, LayerSettings } from "./values/service-notices.ts";

/** A service that runs in the program. */
interface EmbeddedClient {
  readonly client: Client;
  readonly secret: () => string;
  /** Whether all its data is synthetic. */
  readonly isSynthetic: boolean;
}

interface JoinServicesOptions {
  /** Failed requests in a row until calls are refused at once; 0 for never. */
  readonly circuitFailures: number;
  readonly log?: ((line: string) => void) | undefined;
  /** The operator's roles, by the id of a collection with the name of its service. */
  readonly roles?: RoleSettings | undefined;
  /** How requests to a service are sent. */
  readonly optionsOf?: (
    service: ServiceSettings,
  ) => Pick<ClientOptions, "fetch" | "tokens" | "bodyLimits">;
}

interface OpenServicesOptions extends JoinServicesOptions {
  /** Opens the embedded service, on the data of a folder or the sample of real fires. */
  readonly embed: (data: string | undefined) => Promise<EmbeddedClient>;
}

interface OpenedServices {
  readonly client: Client;
  /** By the name of the service; none for an embedded one, which is never unreachable. */
  readonly circuits: readonly (readonly [name: string, circuit: Circuit])[];
  readonly layers: LayerSettings;
  readonly notices: readonly string[];
  /** From which keys of signatures are derived; equal in processes with the same services. */
  readonly secret: () => string;
}

/** A service with a longer time limit does not hold up lists of all services for longer. */
const maxListMs = 5000;

/** One client of several services, each with its own credentials, time limit and circuit. */
export async function openServices(
  services: readonly NamedService[],
  { embed, ...options }: OpenServicesOptions,
): Promise<OpenedServices> {
  const own = services.flatMap(({ source }) => (source.kind === "embedded" ? source : []))[0];
  return joinServices(services, own ? await embed(own.data) : null, options);
}

/**
 * The same with the embedded service opened before.
 *
 * @param embedded not null if one of the services is embedded
 */
export function joinServices(
  services: readonly NamedService[],
  embedded: EmbeddedClient | null,
  { circuitFailures, log = () => {}, roles, optionsOf }: JoinServicesOptions,
): OpenedServices {
  const opened = services.map(({ name, source }) => {
    if (source.kind === "embedded") return { name, listTimeoutMs: undefined, ...embedded! };
    const { service, timeoutMs } = source;
    const ofService = (line: string) => log(`${name}: ${line}`);
    const own = rolesOfService(roles, name);
    const options = {
      ...optionsOf?.(service),
      timeoutMs,
      roles: services.length > 1 ? own : roles,
    };
    const { client, circuit } = openClient(service, circuitFailures, ofService, options);
    const listTimeoutMs = Math.min(timeoutMs, maxListMs);
    const secret = () => secretOf(service);
    return { name, client, listTimeoutMs, circuit, secret, isSynthetic: false };
  });
  return {
    client: combineClients(
      opened.map(({ name, client, listTimeoutMs }) => ({ name, client, listTimeoutMs })),
    ),
    circuits: opened.flatMap((each) =>
      "circuit" in each && each.circuit ? [[each.name, each.circuit] as const] : [],
    ),
    layers: layersOf(services),
    notices: opened.flatMap(({ name, isSynthetic }) =>
      isSynthetic
        ? [`Synthetic data in service ${name}: none of its fires and detections is real. Say so.`]
        : [],
    ),
    secret: () =>
      JSON.stringify(opened.map(({ name, client, secret }) => [name, client.baseUrl, secret()])),
  };
}

/** The roles of one service's collections, by their ids there. */
export function rolesOfService(roles: RoleSettings = {}, name: string): RoleSettings {
  const prefix = `${name}:`;
  return Object.fromEntries(
    Object.entries(roles).flatMap(([id, ofCollection]) =>
      id.startsWith(prefix) ? [[id.slice(prefix.length), ofCollection] as const] : [],
    ),
  );
}

const layerNames: readonly LayerName[] = ["hotspots", "perimeters", "staticSources"];

/** The first service that names a collection for a layer has it. */
function layersOf(services: readonly NamedService[]): LayerSettings {
  const chosen = layerNames.flatMap((layer) => {
    const service = services.find(({ layers }) => layers[layer] !== undefined);
    if (!service) return [];
    const local = service.layers[layer]!;
    return [[layer, services.length > 1 ? `${service.name}:${local}` : local] as const];
  });
  return Object.fromEntries(chosen);
}

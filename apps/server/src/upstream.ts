import { type Client, createClient } from "@emberline/core";
import type { ReferenceService } from "@emberline/reference-service";
import { syntheticDataNotice } from "@emberline/tools";
import type { Settings } from "./settings.ts";

/** Under this path the embedded service is mounted. */
export const servicePath = "/service";

export interface Upstream {
  readonly client: Client;
  readonly notices: readonly string[];
  /** The embedded service, where there is one. */
  readonly embedded?: {
    fetch(request: Request): Promise<Response>;
    readonly baseUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** What was loaded, passed over and refused, a line each. */
    readonly lines: readonly string[];
  };
}

/** @param origin where this server will be reached, for example `http://127.0.0.1:3000` */
export async function openUpstream(
  { service, embedded }: Settings,
  origin: string,
): Promise<Upstream> {
  if (service) return { client: createClient(service), notices: [] };
  const { createReferenceService, reportLines } = await import("@emberline/reference-service");
  const clientId = embedded.clientId ?? `demo-${crypto.randomUUID().slice(0, 8)}`;
  const clientSecret = embedded.clientSecret ?? crypto.randomUUID().replaceAll("-", "");
  const reference = await createReferenceService({
    clients: [{ id: clientId, secret: clientSecret }],
    basePath: servicePath,
    strict: embedded.strict,
    ...(embedded.data === undefined ? {} : { data: embedded.data }),
  });
  const baseUrl = origin + servicePath;
  const fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    reference.fetch(new Request(input, init));
  return {
    client: createClient({ baseUrl, clientId, clientSecret, fetch }),
    notices: reference.synthetic ? [syntheticDataNotice] : [],
    embedded: {
      fetch: (request) => reference.fetch(request),
      baseUrl,
      clientId,
      clientSecret,
      lines: [servingLine(reference), ...reportLines({ ...reference.report, files: [] })],
    },
  };
}

function servingLine({
  report,
  synthetic,
}: Pick<ReferenceService, "report" | "synthetic">): string {
  const counts = Object.entries({ ...report.collections, simulations: report.simulations });
  const served = counts.map(([name, count]) => `${count} ${name}`).join(", ");
  return `Serving ${synthetic ? "the synthetic sample: " : ""}${served}`;
}

import { type Client, createClient, type Fetch, serviceFromEnvironment } from "@emberline/core";
import { syntheticDataNotice } from "@emberline/tools";

export interface Upstream {
  readonly client: Client;
  readonly notices: readonly string[];
}

/**
 * The client of the service that the environment names, or of a reference
 * service embedded in this process, with a client of its own that nobody else
 * learns the secret of.
 */
export async function openUpstream(
  environment: Readonly<Record<string, string | undefined>>,
  embedded?: { readonly data: string | undefined },
): Promise<Upstream> {
  if (!embedded) {
    const service = serviceFromEnvironment(environment);
    if (service) return { client: createClient(service), notices: [] };
    throw new Error(
      "EMBERLINE_BASE_URL is missing: set it with EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET, or try it without an account by --embedded",
    );
  }
  const { createReferenceService, reportLines } = await import("@emberline/reference-service");
  const [id, secret] = [crypto.randomUUID(), crypto.randomUUID()];
  const service = await createReferenceService({
    clients: [{ id, secret }],
    ...(embedded.data === undefined ? {} : { data: embedded.data }),
  });
  for (const line of reportLines(service.report)) process.stderr.write(`emberline-mcp: ${line}\n`);
  const client = createClient({
    baseUrl: "http://embedded.invalid",
    clientId: id,
    clientSecret: secret,
    fetch: fetchOf(service),
  });
  return { client, notices: service.synthetic ? [syntheticDataNotice] : [] };
}

function fetchOf(service: { fetch(request: Request): Promise<Response> }): Fetch {
  return (input, init) => service.fetch(new Request(input, init));
}

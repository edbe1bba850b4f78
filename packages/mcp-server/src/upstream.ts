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
  const [id, secret] = [crypto.randomUUID(), crypto.randomUUID()];
  let service = embedded.data === undefined ? undefined : openService(id, secret, embedded.data);
  // What is wrong with a folder is told at the start; the sample is made when it is first asked for.
  await service;
  const fetch: Fetch = async (input, init) => {
    service ??= openService(id, secret);
    return (await service).fetch(new Request(input, init));
  };
  const client = createClient({
    baseUrl: "http://embedded.invalid",
    clientId: id,
    clientSecret: secret,
    fetch,
  });
  return { client, notices: embedded.data === undefined ? [syntheticDataNotice] : [] };
}

async function openService(id: string, secret: string, data?: string) {
  const { createReferenceService, reportLines } = await import("@emberline/reference-service");
  const service = await createReferenceService({
    clients: [{ id, secret }],
    ...(data === undefined ? {} : { data }),
  });
  for (const line of reportLines(service.report)) process.stderr.write(`emberline-mcp: ${line}\n`);
  return service;
}

import { parseArgs } from "node:util";
import { DEFAULT_ORGANIZATION } from "../auth/api-client.ts";
import { ClientState } from "../auth/client-state.ts";
import { Clients } from "../auth/clients.ts";

const USAGE = "emberline-service clients create NAME | list | revoke ID, with --state FILE";

/** `emberline-service clients`: API clients in the state file of a service, running or not. */
export async function clientsCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      state: { type: "string" },
      organization: { type: "string", default: DEFAULT_ORGANIZATION },
    },
  });
  if (values.state === undefined) throw new Error(`--state FILE is missing: ${USAGE}`);
  const clients = new Clients([], new ClientState(values.state), Date.now);
  const [action, argument] = positionals;
  if (action === "list") return list(clients);
  if (action === "create" && argument) {
    const { record, secret } = await clients.create(argument, values.organization);
    // The one time that the secret is shown.
    process.stdout.write(`client_id ${record.id}\nclient_secret ${secret}\n`);
    return;
  }
  if (action === "revoke" && argument) {
    if (!clients.revoke(argument)) throw new Error(`There is no client "${argument}" to revoke`);
    return;
  }
  throw new Error(`Say what to do: ${USAGE}`);
}

function list(clients: Clients): void {
  for (const { id, name, organization, createdAt, revokedAt } of clients.created()) {
    const state = revokedAt ? `revoked ${revokedAt}` : "active";
    process.stdout.write(`${[id, name, organization, createdAt, state].join("\t")}\n`);
  }
}

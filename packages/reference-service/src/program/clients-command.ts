import { type Invocation, readSettings } from "@emberline/settings/node";
import { ClientState } from "../auth/client-state.ts";
import { Clients } from "../auth/clients.ts";
import { clientsSettings } from "./settings.ts";

export const clientsUsage =
  "emberline-service clients create NAME | list | revoke ID, with --state FILE";

/**
 * `emberline-service clients`: API clients in the state file of a service, running or not. A file
 * of its own, since a test starts it once for each of its steps without the rest of the program.
 */
export async function clientsCommand(invocation: Invocation): Promise<void> {
  const { values, positionals } = readSettings(clientsSettings, invocation);
  if (values.state === undefined) throw new Error(`--state FILE is missing: ${clientsUsage}`);
  const clients = new Clients([], new ClientState(values.state), Date.now);
  const [action, argument] = positionals;
  if (action === "list") return list(clients);
  if (action === "create" && argument) {
    const { record, secret } = await clients.create(argument, values.organization);
    // The secret is shown only once.
    process.stdout.write(`client_id ${record.id}\nclient_secret ${secret}\n`);
    return;
  }
  if (action === "revoke" && argument) {
    if (!(await clients.revoke(argument)))
      throw new Error(`There is no client "${argument}" to revoke`);
    return;
  }
  throw new Error(`Unknown or missing action; usage: ${clientsUsage}`);
}

function list(clients: Clients): void {
  for (const { id, name, organization, createdAt, revokedAt } of clients.created()) {
    const state = revokedAt ? `revoked ${revokedAt}` : "active";
    process.stdout.write(`${[id, name, organization, createdAt, state].join("\t")}\n`);
  }
}

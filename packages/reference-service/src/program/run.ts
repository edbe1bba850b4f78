import { helpLines } from "@emberline/settings";
import { type Invocation, readSettings, refuseUnknownVariables } from "@emberline/settings/node";
import { ClientState } from "../auth/client-state.ts";
import { Clients } from "../auth/clients.ts";
import { importCommand, importUsage } from "./import-command.ts";
import { serveCommand } from "./serve-command.ts";
import { clientsSettings, importSettings, serveSettings } from "./settings.ts";
import { print } from "./terminal.ts";

const clientsUsage = "emberline-service clients create NAME | list | revoke ID, with --state FILE";

const help = `emberline-service: fire features and simulations over HTTP

emberline-service serve [OPTION…]
  serves until a signal

${helpLines(serveSettings)}
${importUsage}
  checks files and writes their valid features to a data folder

${helpLines(importSettings)}
${clientsUsage}
  creates, lists and revokes API clients, even while the service runs

${helpLines(clientsSettings)}`;

const commands = new Map<string, (invocation: Invocation) => Promise<void>>([
  ["serve", serveCommand],
  ["import", importCommand],
  ["clients", clientsCommand],
]);

/** Runs a command line and returns the exit code; an error is printed as one line. */
export async function run({ args, environment }: Invocation): Promise<number> {
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help")) {
    process.stdout.write(help);
    return 0;
  }
  const isOption = name.startsWith("-");
  const command = isOption ? serveCommand : commands.get(name);
  if (!command) {
    print(`Unknown command "${name}"; the commands are ${[...commands.keys()].join(", ")}.`);
    return 2;
  }
  try {
    refuseUnknownVariables(serveSettings, environment);
    await command({ args: isOption ? args : rest, environment });
    return 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** `emberline-service clients`: API clients in the state file of a service, running or not. */
async function clientsCommand(invocation: Invocation): Promise<void> {
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

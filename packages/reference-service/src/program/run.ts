import { helpLines } from "@emberline/settings";
import type { Invocation } from "@emberline/settings/node";
import { CLIENTS_USAGE, clientsCommand } from "./clients-command.ts";
import { IMPORT_USAGE, importCommand } from "./import-command.ts";
import { serveCommand } from "./serve-command.ts";
import { clientsSettings, importSettings, serveSettings } from "./settings.ts";
import { print } from "./terminal.ts";

const HELP = `emberline-service: fire features and simulations over HTTP

emberline-service serve [OPTION…]
  serves until a signal

${helpLines(serveSettings)}
${IMPORT_USAGE}
  checks files, and writes what is sound into a data folder

${helpLines(importSettings)}
${CLIENTS_USAGE}
  creates, lists and revokes API clients, of a running service too

${helpLines(clientsSettings)}`;

const COMMANDS = new Map<string, (invocation: Invocation) => Promise<void>>([
  ["serve", serveCommand],
  ["import", importCommand],
  ["clients", clientsCommand],
]);

/** Runs a command line and returns the exit code; an error is printed as one line. */
export async function run({ args, environment }: Invocation): Promise<number> {
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help")) {
    process.stdout.write(HELP);
    return 0;
  }
  const isOption = name.startsWith("-");
  const command = isOption ? serveCommand : COMMANDS.get(name);
  if (!command) {
    print(`Unknown command "${name}"; the commands are ${[...COMMANDS.keys()].join(", ")}.`);
    return 2;
  }
  try {
    await command({ args: isOption ? args : rest, environment });
    return 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

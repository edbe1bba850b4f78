import { clientsCommand } from "./clients-command.ts";
import { importCommand } from "./import-command.ts";
import { serveCommand } from "./serve-command.ts";
import { print } from "./terminal.ts";

const HELP = `emberline-service: fire features and simulations over HTTP

  serve    [--data DIR] [--state FILE] [--host H] [--port N] [--strict] [--documented-only]
           [--token-lifetime SECONDS] [--requests-per-minute N] [--cors-origin ORIGIN] [--quiet]
  import   FILE… --data DIR [--into COLLECTION] [--dry-run] [--strict]
  clients  create NAME [--organization ORG] | list | revoke ID, with --state FILE

EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET name an API client; EMBERLINE_ADMIN_KEY opens
Settings → API clients at /settings/api-clients.`;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  serve: serveCommand,
  import: importCommand,
  clients: clientsCommand,
};

/** Runs a command line and returns the exit code; what went wrong is one line. */
export async function run(args: string[]): Promise<number> {
  const [name = "serve"] = args;
  if (name === "help" || args.includes("--help")) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const command = name.startsWith("-") ? serveCommand : COMMANDS[name];
  if (!command) {
    print(`There is no command "${name}"; there are ${Object.keys(COMMANDS).join(", ")}.`);
    return 2;
  }
  try {
    await command(name.startsWith("-") || args.length === 0 ? args : args.slice(1));
    return 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

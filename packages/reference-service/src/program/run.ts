import { helpLines } from "@emberline/settings";
import {
  type Invocation,
  logGiven,
  openLog,
  refuseUnknownVariables,
} from "@emberline/settings/node";
import { version } from "../service/service.ts";
import { clientsCommand, clientsUsage } from "./clients-command.ts";
import { feedCommand, feedUsage } from "./feed-command.ts";
import { importCommand, importUsage } from "./import-command.ts";
import { serveCommand } from "./serve-command.ts";
import {
  clientsSettings,
  dataSettings,
  dataUsage,
  importSettings,
  migrateSettings,
  migrateUsage,
  serveSettings,
} from "./settings.ts";
import { print } from "./terminal.ts";

const help = `emberline-service: fire features and simulations over HTTP

emberline-service serve [OPTION…]
  serves until a signal

${helpLines(serveSettings)}
${importUsage}
  checks files and writes their valid features to a data folder

${helpLines(importSettings)}
emberline-service ${feedUsage}
  reads the live feed that a file describes once, and prints what it understood

${clientsUsage}
  creates, lists and revokes API clients, even while the service runs

${helpLines(clientsSettings)}
${dataUsage}
  loads a folder, lists, replaces and removes what was loaded from a file of a name, and removes
  what ended longer ago, also while services run on the database

${helpLines(dataSettings)}
${migrateUsage}
  makes tables of an older version those of this program: make a backup first

${helpLines(migrateSettings)}`;

/** False means that a check has found something wrong. */
const commands = new Map<string, (invocation: Invocation) => Promise<unknown>>([
  ["serve", serveCommand],
  ["import", importCommand],
  ["clients", clientsCommand],
  ["feed", feedCommand],
  ["data", async (invocation) => (await import("./data-command.ts")).dataCommand(invocation)],
  [
    "migrate",
    async (invocation) => (await import("./migrate-command.ts")).migrateCommand(invocation),
  ],
]);

/** Runs a command line and returns the exit code; an error is printed as one line. */
export async function run({ args, environment }: Invocation): Promise<number> {
  const [name = "serve", ...rest] = args;
  if (name === "help" || args.includes("--help")) {
    process.stdout.write(help);
    return 0;
  }
  if (args.includes("--version")) {
    process.stdout.write(`${version}\n`);
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
    return (await command({ args: isOption ? args : rest, environment })) === false ? 1 : 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Only the service writes a log; the others answer a person.
    if (command === serveCommand)
      openLog({ ...logGiven(args, environment), prefix: "" })(message, "error");
    else print(message);
    return 1;
  }
}

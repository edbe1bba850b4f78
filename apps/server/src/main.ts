import { isTraced, type Log, logGiven, onHangup, stopOnSignal } from "@emberline/settings/node";
import { readSettings } from "./read-settings.ts";
import { openServerLog } from "./request-context.ts";
import { startServer } from "./server.ts";
import { usage } from "./settings.ts";
import { version } from "./version.ts";

/** How long the last spans may take to reach the collector. */
const sendMs = 2000;

async function begin(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "make-key") {
    const { makeKey } = await import("./access/make-key.ts");
    return void process.stdout.write(makeKey(args.slice(1)));
  }
  if (args[0] === "feed") {
    const { feedCommand } = await import("@emberline/reference-service");
    return feedCommand({ args: args.slice(1) });
  }
  if (args[0] === "doctor") {
    const { doctor } = await import("./doctor.ts");
    process.exitCode = (await doctor(args.slice(1), process.env)) ? 0 : 1;
    return;
  }
  if (args.includes("--help")) return void process.stdout.write(usage);
  if (args.includes("--version")) return void process.stdout.write(`${version}\n`);
  const { env: environment } = process;
  const settings = readSettings({ args, environment });
  if (settings.isCheck) {
    const { check } = await import("./check.ts");
    process.exitCode = (await check(settings)) ? 0 : 1;
    return;
  }
  const log = openServerLog(settings.log);
  const tracing = isTraced(environment) ? await trace(environment, log) : undefined;
  let reload = () => {};
  onHangup(() => {
    log("SIGHUP: the keys file and secrets in files are read again", "info");
    reload();
  });
  const server = await startServer(settings);
  reload = server.reload;
  // Before it says that it listens, since a signal may come at once.
  stopOnSignal(async () => {
    await server.close();
    await tracing?.end(sendMs);
  });
  if (settings.log.format === "text") process.stdout.write(server.banner);
  else {
    // Programs that start this one look for its address there.
    const start = openServerLog(settings.log, process.stdout);
    for (const line of server.lines) start(line, "info");
  }
}

/** Loads the SDK only for operators who want traces. */
async function trace(environment: NodeJS.ProcessEnv, log: Log) {
  const { startTracing } = await import("@emberline/settings/tracing");
  return startTracing({ name: "emberline", version, environment, log });
}

/** What `emberline` does. */
export function main(): void {
  begin().catch((error: unknown) => {
    const log = openServerLog(logGiven(process.argv.slice(2), process.env));
    log(error instanceof Error ? error.message : String(error), "error");
    process.exit(1);
  });
}

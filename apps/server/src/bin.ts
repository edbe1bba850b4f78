#!/usr/bin/env node
import { isTraced, stopOnSignal } from "@emberline/settings/node";
import { toStderr } from "./to-stderr.ts";

/** How long the last spans may take to reach the collector. */
const sendMs = 2000;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "make-key") {
    const { makeKey } = await import("./access/make-key.ts");
    return void process.stdout.write(makeKey(args.slice(1)));
  }
  // Node opens all files of an import at once; separate imports stay within `ulimit -n 128`.
  await import("@emberline/core");
  await import("@emberline/map");
  await import("@emberline/core/schemas");
  await import("@emberline/cql2/spatial");
  await import("@emberline/areas");
  await import("@emberline/tools/node");
  await import("@emberline/tools");
  const { readSettings } = await import("./read-settings.ts");
  const { usage } = await import("./settings.ts");
  const { startServer } = await import("./server.ts");
  if (args.includes("--help")) return void process.stdout.write(usage);
  const { env: environment } = process;
  const settings = readSettings({ args, environment });
  const tracing = isTraced(environment) ? await trace(environment) : undefined;
  const server = await startServer(settings);
  process.stdout.write(server.banner);
  stopOnSignal(async () => {
    await server.close();
    await tracing?.end(sendMs);
  });
}

/** Loads the SDK only for operators who want traces. */
async function trace(environment: NodeJS.ProcessEnv) {
  const { startTracing } = await import("@emberline/settings/tracing");
  const { version } = await import("./version.ts");
  return startTracing({ name: "emberline", version, environment, log: toStderr });
}

main().catch((error: unknown) => {
  toStderr(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

#!/usr/bin/env node
import { stopOnSignal } from "@emberline/settings/node";
import { toStderr } from "./to-stderr.ts";

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
  await import("@emberline/tools");
  const { readSettings } = await import("./read-settings.ts");
  const { usage } = await import("./settings.ts");
  const { startServer } = await import("./server.ts");
  if (args.includes("--help")) return void process.stdout.write(usage);
  const server = await startServer(readSettings({ args, environment: process.env }));
  process.stdout.write(server.banner);
  stopOnSignal(() => server.close());
}

main().catch((error: unknown) => {
  toStderr(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

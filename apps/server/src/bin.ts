#!/usr/bin/env node
import { stopOnSignal } from "@emberline/settings/node";
import { startServer } from "./server.ts";
import { readSettings, usage } from "./settings.ts";

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return void process.stdout.write(usage);
  const server = await startServer(readSettings({ args, environment: process.env }));
  process.stdout.write(server.banner);
  stopOnSignal(() => server.close());
}

main().catch((error: unknown) => {
  process.stderr.write(
    `emberline-server: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});

#!/usr/bin/env node
import { startServer } from "./server.ts";
import { readSettings, usage } from "./settings.ts";

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return void process.stdout.write(usage);
  const server = await startServer(readSettings({ args, environment: process.env }));
  process.stdout.write(server.banner);
  // npm passes Ctrl-C on although the terminal has sent it already: a second one changes nothing.
  const stop = () => void server.close().then(() => process.exit(0));
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `emberline-server: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});

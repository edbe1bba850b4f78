#!/usr/bin/env node
import { setImmediate } from "node:timers/promises";
import { settleOrAbort } from "@emberline/core";
import { stopOnSignal } from "@emberline/settings/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Calls } from "./calls.ts";
import { serverFactory } from "./server-factory.ts";
import { readSettings, usage } from "./settings.ts";
import { toStderr } from "./to-stderr.ts";
import { version } from "./version.ts";

/** stdout belongs to the protocol: messages for people go to stderr. */
async function main(): Promise<void> {
  const { argv, env } = process;
  const args = argv.slice(2);
  if (args.includes("--help")) return void process.stderr.write(usage);
  if (args.includes("--version")) return void process.stderr.write(`${version}\n`);
  const settings = readSettings({ args, environment: env });
  let calls: Promise<Calls> | undefined;
  const openCalls = () => {
    calls ??= import("./calls.ts").then((loaded) => loaded.openCalls(settings));
    return calls;
  };
  // Read a data folder at start-up, so that its errors show at once; the sample can wait.
  if ("data" in settings.upstream && settings.upstream.data !== undefined) await openCalls();
  const factory = serverFactory({
    tools: settings.tools.map(({ toolset: _, ...description }) => description),
    call: async (name, input, own) => (await openCalls()).call(name, input, own),
    version,
  });
  const connection = serveStdio(factory, {
    // What is wrong with a message may be a long listing.
    onerror: ({ message }) => toStderr(message.replace(/\s+/g, " ").slice(0, 300)),
  });
  stopOnSignal(async () => {
    const ended = calls?.then((opened) => opened.close()) ?? Promise.resolve();
    await settleOrAbort(ended, AbortSignal.timeout(settings.shutdownMs)).catch(() => undefined);
    // Answers of calls that just finished are written before the next turn of the event loop.
    await setImmediate();
    await connection.close();
  });
}

main().catch((error: unknown) => {
  toStderr(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

import { setImmediate } from "node:timers/promises";
import { settleOrAbort } from "@emberline/core";
import { captureIn } from "@emberline/reference-service/live-settings";
import { logLine } from "@emberline/settings";
import { isTraced, stopOnSignal } from "@emberline/settings/node";
import { mayLackSimulations } from "@emberline/tools";
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { pageListing } from "./common/listing.ts";

export { listing } from "./common/listing.ts";

import { createLog } from "./common/log.ts";
import { Loading } from "./loading.ts";
import { serverFactory } from "./server-factory.ts";

export { serverInfo } from "./server-factory.ts";

import { readSettings, type Settings, usage } from "./common/settings.ts";

export { settings } from "./common/settings.ts";

import { version } from "./common/version.ts";
import { ListenTransport } from "./stdio/listen-transport.ts";
import { type Ending, StdioTransport } from "./stdio/stdio-transport.ts";
import { Watches } from "./subscriptions/watches.ts";

/** How long aborted calls may take to tidy up, such as to delete partial files. */
const tidyMs = 300;
/** How long the last spans may take to reach the collector. */
const sendMs = 1000;

/** stdout belongs to the protocol: messages for people go to stderr. */
async function begin(): Promise<void> {
  // A client that reads no log must not end the program.
  process.stderr.on("error", () => {});
  const { argv, env } = process;
  const args = argv.slice(2);
  if (args.includes("--help")) return void process.stderr.write(usage);
  if (args.includes("--version")) return void process.stderr.write(`${version}\n`);
  if (args[0] === "doctor") return examine(args.slice(1));
  const settings = readSettings({ args, environment: env });
  if (isTraced(env)) await trace(settings);
  serve(await offered(settings));
}

/** Of another server than the interface's, only the tools that it has something for. */
async function offered(settings: Settings): Promise<Settings> {
  const { upstream } = settings;
  if ("data" in upstream || !mayLackSimulations(upstream)) return settings;
  const { withServedTools } = await import("./served-tools.ts");
  return withServedTools(settings, createLog(settings.logLevel));
}

/** Sends the spans that are left, if any. */
let endTracing = async (): Promise<void> => {};

/** Loads the SDK only for operators who want traces. */
async function trace({ logLevel }: Settings): Promise<void> {
  const { startTracing } = await import("@emberline/settings/tracing");
  const { warning } = createLog(logLevel);
  const { env: environment } = process;
  const tracing = startTracing({ name: "emberline-mcp", version, environment, log: warning });
  endTracing = () => tracing.end(sendMs);
}

/** Speaks no protocol, so that its report goes to stdout. */
async function examine(args: readonly string[]): Promise<void> {
  const { doctor } = await import("./doctor/doctor.ts");
  const { capture, rest } = captureIn(args);
  const settings = () => readSettings({ args: rest, environment: process.env });
  const print = (line: string) => process.stdout.write(`${logLine(line)}\n`);
  const isGood = await doctor(settings, print, capture);
  exit(isGood ? 0 : 1);
}

function serve(settings: Settings): void {
  const log = createLog(settings.logLevel);
  const loading = new Loading(settings, log);
  const watches = new Watches({
    offered: settings.tools.map(({ name }) => name),
    lookAt: async (input, signal) => {
      const calls = await loading.wait(signal);
      return calls.call("watch_area", input, { signal });
    },
    intervalMs: settings.watchMs,
    log: log.warning,
  });
  const create = serverFactory({
    watches,
    tools: settings.tools.map(({ toolset: _, ...description }) => description),
    pageTools: pageListing,
    async call(name, input, own, onLoaded) {
      const calls = await loading.wait(own.signal, onLoaded);
      const startMs = performance.now();
      const result = await calls.call(name, input, own);
      const outcome = result.ok ? "answered" : result.error.code;
      log.debug(`${name}: ${outcome} after ${Math.round(performance.now() - startMs)} ms`);
      return result;
    },
    version,
  });
  let connected: McpServer | undefined;
  const factory = () => {
    connected = create();
    return connected;
  };
  const listener = {
    onNews: (uri: string) => void connected?.server.sendResourceUpdated({ uri }).catch(() => {}),
  };
  /** Waits until the running calls have ended, or the time is over. */
  const callsEnd = async (withinMs: number) => {
    const ended = loading.begun?.then((calls) => calls.close()) ?? Promise.resolve();
    await settleOrAbort(ended, AbortSignal.timeout(withinMs)).catch(() => undefined);
  };
  const onEnd = async ({ isHeard, unfinished }: Ending) => {
    if (unfinished > 0) log.warning(`ended before ${unfinished} calls were finished`);
    await callsEnd(tidyMs);
    await endTracing();
    exit(isHeard ? 0 : 1);
  };
  const { stdin, stdout } = process;
  const { drainMs } = settings;
  const connection = serveStdio(factory, {
    transport: new ListenTransport(
      new StdioTransport({ stdin, stdout, drainMs, onEnd }),
      watches,
      listener,
    ),
    // What is wrong with a message may be a long listing.
    onerror: ({ message }) => log.warning(message.slice(0, 300)),
  });
  stopOnSignal(async () => {
    await callsEnd(settings.shutdownMs);
    // Answers of calls that just finished are written before the next turn of the event loop.
    await setImmediate();
    await connection.close();
    await endTracing();
  });
  // Behind the protocol, so that a client is answered at once; the sample can wait for a call.
  const { upstream } = settings;
  if ("data" in upstream && (upstream.data !== undefined || upstream.live)) {
    loading.start().catch(fail);
  }
}

/** Answers that were written reach the client first. */
function exit(code: number): void {
  process.stdout.write("", () => process.exit(code));
}

function fail(error: unknown): void {
  createLog("error").error(error instanceof Error ? error.message : String(error));
  exit(1);
}

/** Runs the program: reads its arguments and variables, and speaks MCP on stdin and stdout. */
export function main(): void {
  begin().catch(fail);
}

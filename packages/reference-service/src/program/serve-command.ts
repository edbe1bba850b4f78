import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { createReferenceService } from "../service.ts";
import { listen } from "./listen.ts";
import { reportLines } from "./print-report.ts";
import { integerOption, print } from "./terminal.ts";

const MAX_PORT = 65_535;

/** `emberline-service serve`: the service on a port, until a signal ends it. */
export async function serveCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      state: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "8080" },
      strict: { type: "boolean", default: false },
      "documented-only": { type: "boolean", default: false },
      "token-lifetime": { type: "string", default: "3600" },
      "requests-per-minute": { type: "string" },
      "cors-origin": { type: "string", multiple: true },
      quiet: { type: "boolean", default: false },
    },
  });
  const port = integerOption("--port", values.port, 0, MAX_PORT);
  const { EMBERLINE_CLIENT_ID: id, EMBERLINE_CLIENT_SECRET: secret } = process.env;
  // With a state file its clients are enough; else there must be one to begin with.
  const needsClient = values.state === undefined && id === undefined;
  const demo = needsClient
    ? { id: "demo", secret: randomBytes(24).toString("base64url") }
    : undefined;
  if (id !== undefined && secret === undefined) {
    throw new Error(
      "EMBERLINE_CLIENT_ID is set and EMBERLINE_CLIENT_SECRET is not; set both or neither",
    );
  }
  const configured = id !== undefined && secret !== undefined ? { id, secret } : demo;

  const service = await createReferenceService({
    clients: configured ? [configured] : [],
    ...(values.data !== undefined && { data: values.data }),
    ...(values.state !== undefined && { state: values.state }),
    ...(process.env.EMBERLINE_ADMIN_KEY && { adminKey: process.env.EMBERLINE_ADMIN_KEY }),
    ...(values["requests-per-minute"] !== undefined && {
      maxRequestsPerMinute: integerOption(
        "--requests-per-minute",
        values["requests-per-minute"],
        1,
        1e6,
      ),
    }),
    strict: values.strict,
    documentedOnly: values["documented-only"],
    tokenLifetimeSeconds: integerOption("--token-lifetime", values["token-lifetime"], 1, 1e8),
    corsOrigins: values["cors-origin"] ?? [],
    ...(!values.quiet && { log: (entry) => print(JSON.stringify(entry)) }),
  });
  for (const line of reportLines(service.report)) print(line);
  if (service.synthetic)
    print("Synthetic data: no --data was given, so nothing here is a real fire.");

  const listener = await listen(service, { port, host: values.host });
  print(`Features   ${listener.url}/ogc/features/v1`);
  print(`Token      ${listener.url}/v1/token`);
  if (demo) print(`Client     ${demo.id} with secret ${demo.secret}`);
  if (process.env.EMBERLINE_ADMIN_KEY) print(`Settings   ${listener.url}/settings/api-clients`);

  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  await listener.close();
}

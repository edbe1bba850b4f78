import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { stop } from "./child.ts";

const binPath = fileURLToPath(
  new URL("../../packages/reference-service/dist/bin.js", import.meta.url),
);
const client = { id: "bench", secret: "bench-secret" };

/** The address and credentials of a service. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The published program, serving a folder. */
export interface ServiceProgram {
  child: ChildProcess;
  service: Service;
  /** The items of the hotspots. */
  itemsUrl: string;
  headers: Record<string, string>;
  close(): Promise<void>;
}

/**
 * @param data a folder; without one the service serves its synthetic world
 * @param store URL of a database that has or receives the features
 */
export async function startService(data?: string, store?: string): Promise<ServiceProgram> {
  const env = {
    ...process.env,
    ...(store !== undefined && { EMBERLINE_STORE: store }),
    EMBERLINE_LOG_FORMAT: "text",
    EMBERLINE_CLIENT_ID: client.id,
    EMBERLINE_CLIENT_SECRET: client.secret,
  };
  const folder = data === undefined ? ["--synthetic"] : ["--data", data];
  const args = [binPath, "serve", ...folder, "--port", "0", "--quiet"];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  while (!/^Token +\S+\n/m.test(said)) {
    if (child.exitCode !== null) throw new Error(`The service did not start: ${said}`);
    await Promise.race([once(child.stderr, "data"), once(child, "exit")]);
  }
  const tokenUrl = /^Token +(\S+)\n/m.exec(said)![1]!;
  const answer = await fetch(tokenUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const baseUrl = new URL(tokenUrl).origin;
  return {
    child,
    service: { baseUrl, clientId: client.id, clientSecret: client.secret },
    itemsUrl: `${baseUrl}/ogc/features/v1/collections/svc:hotspots/items`,
    // No gzip, since some peers do not compress.
    headers: { Authorization: `Bearer ${access_token}`, "Accept-Encoding": "identity" },
    close: () => stop(child),
  };
}

/**
 * Milliseconds until the complete answer has arrived.
 *
 * @throws {Error} when it is not a page of features
 */
export async function pageMs(
  url: string,
  headers: Record<string, string>,
  expectedFeatures: number,
): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  const text = await response.text();
  const ms = performance.now() - started;
  const { features } = JSON.parse(text) as { features?: unknown[] };
  if (response.status !== 200 || features?.length !== expectedFeatures) {
    throw new Error(
      `${url}: ${response.status}, ${features?.length} features instead of ${expectedFeatures}`,
    );
  }
  return ms;
}

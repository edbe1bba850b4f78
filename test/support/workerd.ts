import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const config = (service: string, port: number): string => `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "main", worker = (
        modules = [(name = "worker", esModule = embed "worker.js")],
        compatibilityDate = "2026-01-01",
        bindings = [(name = "SERVICE", text = "${service}")],
        globalOutbound = "outside",
      )),
      (name = "outside", network = (allow = ["private", "public"])),
    ],
    sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
  );
`;

/**
 * Runs the source of a worker on workerd until the test ends; its binding `SERVICE` is the address
 * of a service. Resolves with its own address once it answers.
 */
export async function startWorker(
  t: TestContext,
  source: string,
  service: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-workerd-"));
  t.after(() => rm(folder, { recursive: true }));
  await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    nodePaths: [fileURLToPath(new URL("../../node_modules", import.meta.url))],
    bundle: true,
    format: "esm",
    conditions: ["@emberline/source"],
    outfile: join(folder, "worker.js"),
  });
  const port = await freePort();
  await writeFile(join(folder, "config.capnp"), config(service, port));
  const program = createRequire(import.meta.url)("workerd").default;
  const child = spawn(program, ["serve", join(folder, "config.capnp")], { stdio: "ignore" });
  t.after(() => child.kill());
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    try {
      await (await fetch(url)).text();
      return url;
    } catch (error) {
      if (hasEnded) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

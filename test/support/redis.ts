import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

/** A Redis of Debian with a password, on a port of its own. */
export class RedisProcess {
  readonly password = "hush-hush-redis";
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<RedisProcess> {
    const folder = await mkdtemp(join(tmpdir(), "emberline-redis-"));
    const redis = new RedisProcess(await freePort(), folder);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://:${this.password}@127.0.0.1:${this.port}`;
  }

  /** Starts it again, without the data that it had. */
  async start(): Promise<void> {
    const child = spawn(
      "redis-server",
      [
        ...["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder],
        ...["--requirepass", this.password, "--save", "", "--appendonly", "no"],
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#child = child;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`Redis ended: ${output}`)));
      child.stdout.on("data", (chunk) => {
        output += chunk;
        if (output.includes("Ready to accept connections")) resolve();
      });
    });
  }

  async kill(): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true });
  }
}

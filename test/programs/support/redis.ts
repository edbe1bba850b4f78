import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "@emberline/test-support/free-port";
import { Redis } from "ioredis";

/** Debian's Redis with a password, on its own port; with TLS if asked. */
export class RedisProcess {
  readonly password = "hush-hush-redis";
  readonly port: number;
  /** The file of its self-signed certificate; undefined without TLS. */
  readonly certificate: string | undefined;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string, certificate?: string) {
    this.port = port;
    this.certificate = certificate;
    this.#folder = folder;
  }

  static async start({ hasTls = false } = {}): Promise<RedisProcess> {
    const folder = await mkdtemp(join(tmpdir(), "emberline-redis-"));
    const certificate = hasTls ? createCertificate(folder) : undefined;
    const redis = new RedisProcess(await freePort(), folder, certificate);
    await redis.start();
    return redis;
  }

  get url(): string {
    const scheme = this.certificate === undefined ? "redis" : "rediss";
    return `${scheme}://:${this.password}@127.0.0.1:${this.port}`;
  }

  /** Starts it again, without the data that it had, and with this password. */
  async start(password = this.password): Promise<void> {
    const child = spawn(
      "redis-server",
      [
        ...(this.certificate === undefined
          ? ["--port", String(this.port)]
          : tlsArguments(this.port, this.certificate)),
        ...["--bind", "127.0.0.1", "--dir", this.#folder],
        ...["--requirepass", password, "--save", "", "--appendonly", "no"],
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

  /** It has no room for anything new, or room again. */
  setFull(isFull: boolean): Promise<void> {
    return this.#command("config", "set", "maxmemory", isFull ? "1" : "0");
  }

  /** It loses all data, and no connection. */
  flush(): Promise<void> {
    return this.#command("flushall");
  }

  async #command(name: string, ...args: readonly string[]): Promise<void> {
    const client = new Redis(this.url);
    await client.call(name, ...args);
    client.disconnect();
  }

  /** It still accepts connections, but answers nothing. */
  stall(): void {
    this.#child!.kill("SIGSTOP");
  }

  resume(): void {
    this.#child!.kill("SIGCONT");
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

/** A certificate for 127.0.0.1 in `cert.pem`, with its key in `key.pem`. */
function createCertificate(folder: string): string {
  const certificate = join(folder, "cert.pem");
  const args = [
    ...["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "1", "-subj", "/CN=redis"],
    ...["-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-keyout", join(folder, "key.pem"), "-out", certificate],
  ];
  execFileSync("openssl", args, { stdio: "ignore" });
  return certificate;
}

function tlsArguments(port: number, certificate: string): string[] {
  return [
    ...["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"],
    ...["--tls-cert-file", certificate, "--tls-ca-cert-file", certificate],
    ...["--tls-key-file", join(dirname(certificate), "key.pem")],
  ];
}

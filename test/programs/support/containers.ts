import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const path = `/opt/bin:/opt/node:/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin`;

/** What a Compose file says of a service, as far as it is followed here. */
export interface ComposeService {
  readonly command: readonly string[];
  readonly user: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

interface ContainerOptions {
  readonly name: string;
  readonly service: ComposeService;
  /** In 172.30.40.0/24. */
  readonly address: string;
  /** What the image of the service would add: before the command, and in the environment. */
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingFolder?: string;
  /** Folders and files of this machine, by their path in the container. */
  readonly mounts?: Readonly<
    Record<string, { readonly from: string; readonly isWritable?: boolean }>
  >;
}

export interface Container {
  /** All that was printed so far. */
  output(): string;
  /** Runs a command inside, as the user of the service: its exit code. */
  exec(command: readonly string[]): Promise<number>;
  isHealthy(): Promise<boolean>;
  /** Lines of `/proc/1/status` inside, by their names. */
  status(): Promise<ReadonlyMap<string, string>>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM to its first process, as engines do, and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Runs the services of a Compose file without a container engine: namespaces of Linux give each
 * its own network address, processes and a read-only file system with this machine's programs.
 * Needs root.
 */
export class Containers {
  readonly #folder: string;
  readonly #secrets: string;
  /** Keeps the network that all share. */
  readonly #network: ChildProcess;
  readonly #running = new Set<ChildProcess>();
  #count = 0;

  private constructor(folder: string, secrets: string, network: ChildProcess) {
    this.#folder = folder;
    this.#secrets = secrets;
    this.#network = network;
  }

  /** @param hosts the addresses of services by name */
  static async open(secrets: string, hosts: Readonly<Record<string, string>>): Promise<Containers> {
    const folder = await mkdtemp(join(tmpdir(), "emberline-containers-"));
    await chmod(folder, 0o755);
    const network = spawn("unshare", ["--net", "sh", "-c", "echo ready; exec sleep infinity"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(network.stdout!, "data");
    const containers = new Containers(folder, secrets, network);
    const lines = Object.entries(hosts).map(([name, address]) => `${address} ${name}\n`);
    await writeFile(join(folder, "hosts"), `127.0.0.1 localhost\n${lines.join("")}`);
    await writeFile(
      join(folder, "passwd"),
      ["root:x:0:0", "postgres:x:999:999", "nginx:x:101:101", "node:x:1000:1000"]
        .map((each) => `${each}::/nonexistent:/bin/sh\n`)
        .join(""),
    );
    // Programs of images that have another name or place here.
    await mkdir(join(folder, "bin"));
    await symlink("/usr/bin/redis-server", join(folder, "bin/valkey-server"));
    await symlink("/usr/bin/redis-cli", join(folder, "bin/valkey-cli"));
    // Without an address of its own it has that of a port, and changes it when that container ends.
    const address = ["address", "02:00:00:00:00:01"];
    await containers.#ip("link", "add", "bridge", ...address, "type", "bridge");
    await containers.#ip("link", "set", "bridge", "up");
    await containers.#ip("addr", "add", "172.30.40.1/24", "dev", "bridge");
    return containers;
  }

  /** A new folder on this machine with an owner, for a volume. */
  async volume(owner: number): Promise<string> {
    const path = await mkdtemp(join(this.#folder, "volume-"));
    await chown(path, owner, owner);
    return path;
  }

  /** Runs curl where callers are, and returns what it prints. */
  async curl(...args: readonly string[]): Promise<string> {
    const inNetwork = [
      `--net=/proc/${this.#network.pid}/ns/net`,
      "curl",
      "--silent",
      "--show-error",
    ];
    const { stdout } = await run("nsenter", [...inNetwork, ...args], { maxBuffer: 1e8 });
    return stdout;
  }

  async start(options: ContainerOptions): Promise<Container> {
    const number = ++this.#count;
    const { service, address } = options;
    const user = ["env", `--chdir=${options.workingFolder ?? "/"}`, ...asUser(service)];
    const environment = environmentOf(options);
    const command = [...(options.entrypoint ?? []), ...service.command];
    // A file, since nginx opens /dev/stderr again, which a socket of Node refuses.
    const log = join(this.#folder, `${number}.log`);
    const to = openSync(log, "a");
    await chmod(log, 0o666);
    const child = spawn(
      "unshare",
      [
        ...["--net", "--mount", "--pid", "--fork", "--kill-child=KILL"],
        ...["sh", "-euc", await this.#script(options), "sh", ...user, ...command],
      ],
      { stdio: ["pipe", to, to], env: environment },
    );
    closeSync(to);
    this.#running.add(child);
    const ended = once(child, "exit").then(([code]) => {
      this.#running.delete(child);
      return code as number | null;
    });
    const pid = await firstChildOf(child.pid!);
    await this.#ip(
      "link",
      "add",
      `to-${number}`,
      "type",
      "veth",
      "peer",
      "name",
      "eth0",
      "netns",
      pid,
    );
    await this.#ip("link", "set", `to-${number}`, "master", "bridge", "up");
    const inside = ["nsenter", [`--net=/proc/${pid}/ns/net`, "ip"]] as const;
    for (const args of [
      ["addr", "add", `${address}/24`, "dev", "eth0"],
      ["link", "set", "eth0", "up"],
      ["link", "set", "lo", "up"],
    ])
      await run(inside[0], [...inside[1], ...args]);
    // The network is there.
    child.stdin!.end("go\n");
    const rootPath = join(this.#folder, options.name);
    const enter = ["--target", pid, "--net", "--mount", "--pid", "chroot", rootPath, ...user];
    const exec = (args: readonly string[]) =>
      run("nsenter", [...enter, ...args], { env: environment }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    return {
      output: () => readFileSync(log, "utf8"),
      exec,
      isHealthy: async () => (await exec(service.healthcheck.test.slice(1))) === 0,
      async status() {
        const text = await readFile(`/proc/${pid}/status`, "utf8");
        return new Map(
          text.split("\n").map((line): [string, string] => {
            const [name = "", value = ""] = line.split(":\t");
            return [name, value.replaceAll("\t", " ").trim()];
          }),
        );
      },
      ended,
      stop() {
        if (child.exitCode === null) process.kill(Number(pid), "SIGTERM");
        return ended;
      },
    };
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await Promise.all([...this.#running].map((child) => once(child, "exit")));
    this.#network.kill("SIGKILL");
    await rm(this.#folder, { recursive: true });
  }

  #ip(...args: readonly string[]) {
    return run("nsenter", [`--net=/proc/${this.#network.pid}/ns/net`, "ip", ...args]);
  }

  /** Builds the file system and starts the command in it. */
  async #script({ name, service, mounts = {} }: ContainerOptions): Promise<string> {
    const path = join(this.#folder, name);
    await mkdir(path, { recursive: true });
    const system = ["usr", "lib", "lib64", "bin", "sbin", "etc"];
    const readOnly = [
      ...system.map((each) => ({ from: `/${each}`, to: `/${each}` })),
      { from: join(this.#folder, "hosts"), to: "/etc/hosts" },
      { from: join(this.#folder, "passwd"), to: "/etc/passwd" },
      { from: join(this.#folder, "bin"), to: "/opt/bin" },
      { from: process.execPath, to: "/opt/node/node" },
      ...(service.secrets ?? []).map((each) => ({
        from: join(this.#secrets, each),
        to: `/run/secrets/${each}`,
      })),
    ];
    const own = Object.entries(mounts).map(([to, { from, isWritable }]) => ({
      from,
      to,
      isWritable,
    }));
    const binds = [...readOnly.map((each) => ({ ...each, isWritable: false })), ...own];
    return [
      "read -r _",
      `mount -t tmpfs -o mode=755 none ${path}`,
      `cd ${path}`,
      "mkdir -p dev proc tmp run/secrets opt var/log/nginx var/lib/nginx",
      "ln -s ../run var/run",
      // As in the image of nginx.
      "ln -s /dev/stderr var/log/nginx/error.log",
      "mount --rbind /dev dev",
      ...binds.flatMap(({ from, to, isWritable }) => [
        `[ -e .${to} ] || { if [ -d ${from} ]; then mkdir -p .${to}; else mkdir -p .${dirname(to)}; touch .${to}; fi; }`,
        `mount --bind ${from} .${to}`,
        ...(isWritable ? [] : [`mount -o remount,bind,ro .${to}`]),
      ]),
      ...(service.tmpfs ?? []).flatMap((each) => {
        const [to, options] = each.split(/:(.*)/s) as [string, string];
        return [`mkdir -p .${to}`, `mount -t tmpfs -o ${options} none .${to}`];
      }),
      "mount -t proc none proc",
      "mount -o remount,ro .",
      'exec chroot . "$@" </dev/null',
    ].join("\n");
  }
}

/** Drops root as engines do: user, capabilities, and the way to new ones. */
function asUser({ user }: ComposeService): string[] {
  const [uid, gid] = user.split(":");
  return [
    ...["setpriv", "--reuid", uid!, "--regid", gid!, "--clear-groups", "--no-new-privs"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--"],
  ];
}

function environmentOf({ service, environment = {} }: ContainerOptions): Record<string, string> {
  const own = Object.entries(service.environment ?? {}).map(([name, value]): [string, string] => [
    name,
    // Compose's default of a variable that is not set.
    value.replace(/^\$\{\w+:-(.*)\}$/, "$1"),
  ]);
  return { PATH: path, ...environment, ...Object.fromEntries(own) };
}

/** The process that `unshare --fork` runs, once it is there. */
async function firstChildOf(pid: number): Promise<string> {
  for (;;) {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    if (text.trim() !== "") return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

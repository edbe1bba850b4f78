import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Debian nginx in front of servers; it repeats a call that a server did not answer. */
export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startNginx(port: number, servers: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-nginx-"));
  await mkdir(join(folder, "temp"));
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, port, servers));
  const child = spawn("nginx", ["-c", file, "-p", folder, "-e", "stderr"], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(url, child);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

function configuration(folder: string, port: number, servers: readonly string[]): string {
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  return `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log /dev/null;
events { worker_connections 256; }
http {
  access_log off;
  ${temp.join("\n  ")}
  upstream emberline {
    ${servers.map((server) => `server ${new URL(server).host};`).join("\n    ")}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://emberline;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      # The tools only read, so a call may be repeated.
      proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    }
  }
}
`;
}

/** @throws {Error} when nginx has ended instead: what it said */
async function untilOpen(url: string, child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => (said += chunk));
  for (;;) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "@emberline/test-support/programs";
import type { ClientUnderTest, Connection, Reply } from "./client.ts";

const program = fileURLToPath(import.meta.resolve("mcporter/cli"));

/** A program that connects anew for every command. */
export const mcporter: ClientUnderTest = {
  name: "mcporter",
  stdio: (server) => open(server),
  http: ({ url, headers }) => open({ url, headers }),
};

async function open(server: object): Promise<Connection> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-mcporter-"));
  const config = join(folder, "mcporter.json");
  await writeFile(config, JSON.stringify({ mcpServers: { emberline: server }, imports: [] }));

  function run(...args: string[]): Promise<{ code: number; stdout: string }> {
    // The folder has no configuration of editors, which mcporter would read as well.
    const env = cleanEnvironment({ HOME: folder });
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [program, "--config", config, ...args],
        { cwd: folder, env },
        (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }),
      );
    });
  }

  return {
    async listTools() {
      const { stdout } = await run("list", "emberline", "--json");
      return (JSON.parse(stdout).tools as { name: string }[]).map(({ name }) => name);
    },
    async call(tool, input): Promise<Reply> {
      const pictures = await mkdtemp(join(folder, "pictures-"));
      const { code, stdout } = await run(
        ...["call", `emberline.${tool}`, "--args", JSON.stringify(input)],
        ...["--output", "json", "--save-images", pictures],
      );
      // Of a result whose text is JSON it prints only that.
      if (code !== 0) return { isError: true, text: stdout };
      const [picture] = await readdir(pictures);
      return {
        isError: false,
        text: stdout,
        ...(picture && { picture: await readFile(join(pictures, picture)) }),
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

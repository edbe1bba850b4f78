import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { freePort } from "@emberline/test-support/free-port";
import { root } from "@emberline/test-support/programs";
import { DockerfileParser } from "dockerfile-ast";

/** Node and npm as the image has them; `packageManager` names the npm of Node 20.20. */
const npm = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager as string;
const folder = mkdtempSync(join(tmpdir(), "emberline-image-"));
after(() => rmSync(folder, { recursive: true }));

const run = (command: string) =>
  execFileSync("sh", ["-c", command], {
    cwd: join(folder, "app"),
    env: { PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: process.env.HOME },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

test("the steps of the Dockerfile leave programs that start, and no tool of the build", async () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const path of files.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder, "app", path)), { recursive: true });
    cpSync(join(root, path), join(folder, "app", path), { verbatimSymlinks: true });
  }
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", npm]);
  mkdirSync(join(folder, "bin"));
  symlinkSync(join(folder, "node_modules/npm/bin/npm-cli.js"), join(folder, "bin/npm"));
  const instructions = DockerfileParser.parse(
    readFileSync(join(root, "deploy/Dockerfile"), "utf8"),
  ).getInstructions();
  const second = instructions.findLastIndex((each) => each.getKeyword() === "FROM");
  const steps = instructions.slice(0, second).filter((each) => each.getKeyword() === "RUN");
  for (const step of steps) run(step.getArgumentsContent()!.replaceAll("\\\n", " "));

  const installed = run("ls node_modules node_modules/@*").split("\n");
  for (const tool of ["esbuild", "rolldown", "typescript", "vite", "workerd", "workerd-linux-64"])
    assert.ok(!installed.includes(tool), tool);
  assert.ok(Number(run("du -sm node_modules").split("\t")[0]) < 120);
  assert.match(run("node packages/reference-service/dist/bin.js --help"), /^emberline-service: /);

  const port = await freePort();
  const server = spawn("node", ["apps/server/dist/bin.js", `--port=${port}`], {
    cwd: join(folder, "app"),
    stdio: "ignore",
  });
  try {
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
      assert.equal(status, 200);
    });
  } finally {
    server.kill();
  }
});

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { root } from "./install.mjs";

/**
 * Runs programs in parallel, one per core, in the given order. Each output is shown when its
 * program ends. After a failure no further program starts, and the exit code is 1.
 *
 * @param {{ title: string, program: string, args: readonly string[], folder?: string }[]} jobs
 * @param {{ isQuiet?: boolean }} options `isQuiet` reports only failures
 */
export async function sideBySide(jobs, { isQuiet = false } = {}) {
  const waiting = [...jobs];
  const lanes = Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const isRight = await runJob(job, isQuiet);
      if (isRight) continue;
      waiting.length = 0;
      process.exitCode = 1;
    }
  });
  await Promise.all(lanes);
  if (process.exitCode) process.exit();
}

/** Whether the program succeeded. */
function runJob({ title, program, args, folder = "." }, isQuiet) {
  const startedMs = performance.now();
  let output = "";
  const child = spawn(program, args, {
    cwd: `${root}/${folder}`,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  child.stdout.on("data", (part) => (output += part));
  child.stderr.on("data", (part) => (output += part));
  return new Promise((resolve) => {
    child.once("error", (error) => (output += error.message));
    child.once("close", (code) => {
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      const isRight = code === 0;
      if (!isRight || !isQuiet)
        console.log(`${isRight ? "✔" : "✖"} ${title}${counts(output)}, ${seconds} s`);
      if (!isRight) console.log(failures(output));
      resolve(isRight);
    });
  });
}

/** The number of tests and the reasons for skips, if the output contains them. */
function counts(output) {
  const count = (...patterns) =>
    patterns.map((pattern) => pattern.exec(output)?.[1]).find((found) => found !== undefined);
  const tests = count(/^ℹ tests (\d+)$/m, /^Ran (\d+) tests/m, / (\d+) passed/);
  if (tests === undefined) return "";
  const skipped = count(/^ℹ skipped (\d+)$/m, /^ (\d+) skip$/m, / (\d+) ignored/) ?? 0;
  const reasons = new Set(output.match(/(?<=^ *﹣ .* # ).*/gm));
  return [`: ${tests} tests, ${skipped} skipped`, ...reasons].join("; ");
}

/** Only the failed tests of a test run; all output of other programs. */
function failures(output) {
  const start = output.indexOf("✖ failing tests:");
  return output.slice(Math.max(start, 0)).trimEnd();
}

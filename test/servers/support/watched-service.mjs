// The built emberline-service with every step that it takes in a folder written to file descriptor
// 3, one per line. At the step with the number STEP it kills itself, or stops itself until it is
// resumed. In plain JavaScript, since it is started once for each step.
import { once } from "node:events";
import { writeSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

const at = Number(process.env.STEP ?? Number.NaN);
const { SIGNAL: signal = "", FOLDER: folder = "" } = process.env;
let steps = 0;

/**
 * The name of a file without its random parts.
 *
 * @param {unknown} path
 */
function nameOf(path) {
  const random = /\.[0-9a-f]{8}-[0-9a-f-]{27}\./g;
  return path === folder ? "." : basename(String(path)).replace(random, ".*.");
}

/**
 * @param {string} what
 * @param {() => Promise<unknown>} [half] runs first if the process dies in the middle of the step
 */
async function step(what, half) {
  const isMeant = steps++ === at;
  if (isMeant && signal === "SIGKILL") await half?.();
  writeSync(3, `${what}\n`);
  if (isMeant) await raise();
}

/** Sends the signal and takes no further step before it has arrived, which may be later. */
async function raise() {
  const resumed = once(process, "SIGCONT");
  const alive = setInterval(() => {}, 1000);
  process.kill(process.pid, signal);
  await resumed;
  clearInterval(alive);
}

const { open } = promises;
const patches = {
  /** @param {Parameters<typeof open>} args */
  async open(...args) {
    const [path] = args;
    if (!String(path).startsWith(folder)) return open(...args);
    const name = nameOf(path);
    await step(`open ${name}`);
    const handle = await open(...args).catch((error) => {
      writeSync(3, `${error.code} ${name}\n`);
      throw error;
    });
    const { writeFile, sync } = handle;
    handle.writeFile = async (text) => {
      const half = String(text).slice(0, String(text).length / 2);
      await step(`write ${name}`, () => writeFile.call(handle, half));
      return writeFile.call(handle, text);
    };
    handle.sync = async () => {
      await step(`sync ${name}`);
      return sync.call(handle);
    };
    return handle;
  },
  ...Object.fromEntries(
    ["rename", "rm", "link"].map((name) => {
      const original = promises[name];
      const patched = async (...args) => {
        const paths = args.filter((each) => typeof each === "string");
        await step(`${name} ${paths.map(nameOf).join(" ")}`);
        return original(...args);
      };
      return [name, patched];
    }),
  ),
};
Object.assign(promises, patches);
syncBuiltinESMExports();

const program = "../../../packages/reference-service/dist/program";
const [name, ...args] = process.argv.slice(2);
if (name === "clients") {
  // Without the rest of the program, which takes a second to load.
  const { clientsCommand } = await import(`${program}/clients-command.js`);
  await clientsCommand({ args, environment: process.env });
} else {
  const { run } = await import(`${program}/run.js`);
  process.exitCode = await run({ args: process.argv.slice(2), environment: process.env });
}

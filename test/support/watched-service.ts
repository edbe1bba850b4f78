// emberline-service with every step that it takes in a folder written to file descriptor 3, one per
// line. At the step with the number STEP it kills itself, or stops itself until it is resumed.
import { writeSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

type Call = (...args: never[]) => unknown;

const at = Number(process.env.STEP ?? Number.NaN);
const signal = process.env.SIGNAL as NodeJS.Signals;
const folder = process.env.FOLDER!;
let steps = 0;

/** The name of a file without its random parts. */
function nameOf(path: unknown): string {
  const random = /\.[0-9a-f]{8}-[0-9a-f-]{27}\./g;
  return path === folder ? "." : basename(String(path)).replace(random, ".*.");
}

/** @param half runs first if the process dies in the middle of the step */
async function step(what: string, half?: () => Promise<unknown>): Promise<void> {
  const isMeant = steps++ === at;
  if (isMeant && signal === "SIGKILL") await half?.();
  writeSync(3, `${what}\n`);
  if (isMeant) process.kill(process.pid, signal);
}

const open = promises.open as Call;
const patches = {
  async open(...args: never[]) {
    const [path] = args as unknown[];
    if (!String(path).startsWith(folder)) return open(...args);
    const name = nameOf(path);
    await step(`open ${name}`);
    const handle = (await (open(...args) as Promise<promises.FileHandle>).catch((error) => {
      writeSync(3, `${error.code} ${name}\n`);
      throw error;
    })) as promises.FileHandle;
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
    (["rename", "rm", "link"] as const).map((name) => {
      const original = promises[name] as Call;
      const patched = async (...args: never[]) => {
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

const program = "../../packages/reference-service/src/program";
const [name, ...args] = process.argv.slice(2);
if (name === "clients") {
  // Without the rest of the program, which takes a second to load.
  const { clientsCommand } = await import(`${program}/clients-command.ts`);
  await clientsCommand({ args, environment: process.env });
} else {
  const { run } = await import(`${program}/run.ts`);
  process.exitCode = await run({ args: process.argv.slice(2), environment: process.env });
}

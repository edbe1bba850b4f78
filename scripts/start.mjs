// npm start: installs what is missing, builds what is stale, serves. Meanwhile a page at the address
// says how far that is.
import { fork } from "node:child_process";
import { once } from "node:events";
import { ensureInstalled } from "./install.mjs";

const steps = startingPage();
await steps.ready;
step("installing what is missing");
ensureInstalled({ development: false });
step("building what is stale");
await import("./build.mjs");
step("loading the server");
const { main } = await import("../apps/server/dist/chunks/main.js");
await steps.end();
// In this process: Ctrl-C reaches the server itself, and its exit code is ours.
main();

/** A step for the terminal and for the page. */
function step(text) {
  const seconds = Math.round(performance.now() / 1000);
  console.error(`${seconds === 0 ? "" : `${seconds} s: `}${text} …`);
  steps.say(text);
}

/** The page at the server's address; none where the port is another's, which the server then says. */
function startingPage() {
  const listen = { port: Number(optionOf("port") ?? 3000), host: optionOf("host") ?? "127.0.0.1" };
  const isPlain = Number.isInteger(listen.port) && listen.port > 0;
  const asksOnly = ["--help", "--version", "make-key"].some((each) => process.argv.includes(each));
  if (!isPlain || asksOnly) return { ready: undefined, say() {}, async end() {} };
  const child = fork(new URL("./starting-page.mjs", import.meta.url), { stdio: "ignore" });
  child.send({ listen });
  return {
    ready: once(child, "message").then(([{ error }]) => {
      if (error !== "EADDRINUSE") return;
      console.error(`Error: port ${listen.port} is in use: choose another with --port N.`);
      process.exit(1);
    }),
    say: (text) => child.connected && child.send({ step: text }),
    async end() {
      if (!child.connected) return;
      child.send({ end: true });
      await once(child, "exit");
    },
  };
}

/** A setting of the server as its table has it: the option, or the variable. */
function optionOf(name) {
  const { argv, env } = process;
  const at = argv.findIndex((each) => each === `--${name}` || each.startsWith(`--${name}=`));
  if (at < 0) return env[name.toUpperCase()] || undefined;
  return argv[at].includes("=") ? argv[at].slice(name.length + 3) : argv[at + 1];
}

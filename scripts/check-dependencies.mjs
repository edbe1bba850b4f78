// npm run check:dependencies: lock integrity, licences, and, where the registry answers, advisories
// and signatures.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { ensureInstalled, root } from "./install.mjs";

ensureInstalled({ development: true });
const { lockFaults } = await import("./lock-faults.mjs");

const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"));
const [agreed, advised, signed] = await Promise.all([agreement(), advisories(), signatures()]);
const sections = [
  { title: "lock integrity and licences", faults: lockFaults(lock) },
  { title: "package.json files and lock agree", ...agreed },
  { title: "advisories of production packages, high or worse", ...advised },
  { title: "signatures of installed packages", ...signed },
];
for (const { title, faults, unanswered } of sections) {
  if (unanswered) console.log(`${title}: NOT CHECKED, the registry did not answer: ${unanswered}`);
  else console.log(`${title}: ${faults.length === 0 ? "ok" : faults.join("; ")}`);
}
process.exitCode = sections.some(({ faults }) => faults?.length > 0) ? 1 : 0;

/** What `npm ci` compares before it installs. */
async function agreement() {
  const { code, stderr } = await npm("ci", "--dry-run", "--ignore-scripts", "--offline");
  return { faults: code === 0 ? [] : [stderr.trim().split("\n").slice(0, 5).join(" ")] };
}

async function advisories() {
  const { vulnerabilities, ...answer } = await npmJson("audit", "--omit=dev");
  if (!vulnerabilities) return { unanswered: reasonOf(answer) };
  const high = Object.values(vulnerabilities).filter(({ severity }) =>
    ["high", "critical"].includes(severity),
  );
  return { faults: high.map(({ name, severity }) => `${name} (${severity})`) };
}

async function signatures() {
  const { invalid, ...answer } = await npmJson("audit", "signatures");
  if (!invalid) return { unanswered: reasonOf(answer) };
  return {
    faults: invalid.map(({ name, version }) => `${name} ${version} does not match its signature`),
  };
}

/** In one line. */
function reasonOf({ message, error }) {
  return (message || error?.summary || error?.code || "no reason given").split("\n")[0];
}

async function npmJson(...args) {
  const { stdout } = await npm(...args, "--json", "--fetch-retries=0", "--fetch-timeout=30000");
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

function npm(...args) {
  return new Promise((resolve) => {
    execFile(
      "npm",
      [...args, "--loglevel=error"],
      { cwd: root, maxBuffer: 1e8, shell: process.platform === "win32" },
      (error, stdout, stderr) => resolve({ code: error ? (error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

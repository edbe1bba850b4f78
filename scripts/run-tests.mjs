// npm test in a package: runs all or the named test files in one process, each as a suite with its
// own hooks.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

const named = process.argv.slice(2);
const files = named.length > 0 ? named : testFiles();
for (const file of files) describe(file, () => import(pathToFileURL(resolve(file)).href));

function testFiles() {
  const folder = existsSync("test") ? "test" : ".";
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => `${folder}/${path}`)
    .sort();
}

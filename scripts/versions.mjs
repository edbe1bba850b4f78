// The version that all packages share, in the files that changesets does not know.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** Of everything that is published. */
export function version() {
  return JSON.parse(read("apps/server/package.json")).version;
}

/** Takes the version over into the lock file, the entry of the MCP registry and the image's name. */
export function spreadVersion() {
  const next = version();
  const server = JSON.parse(read("apps/mcp/server.json"));
  change("apps/mcp/server.json", (text) =>
    text.replaceAll(`"version": "${server.version}"`, `"version": "${next}"`),
  );
  change("deploy/compose.yaml", (text) =>
    text.replaceAll(`emberline:${server.version}`, `emberline:${next}`),
  );
  change("package-lock.json", (text) => {
    const lock = JSON.parse(text);
    // npm would also look for newer packages of others, which nobody has tested.
    for (const [folder, entry] of Object.entries(lock.packages)) {
      if (folder === "" || folder.includes("node_modules/")) continue;
      const manifest = JSON.parse(read(`${folder}/package.json`));
      for (const member of Object.keys(entry))
        if (member === "version" || /dependencies$/i.test(member)) entry[member] = manifest[member];
    }
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
}

function change(path, edit) {
  const text = read(path);
  const changed = edit(text);
  if (changed === text) throw new Error(`${path} does not name the version.`);
  writeFileSync(join(root, path), changed);
}

function read(path) {
  return readFileSync(join(root, path), "utf8");
}

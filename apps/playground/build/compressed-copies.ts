import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Below this, a compressed copy saves less than its headers cost. */
const smallestBytes = 1024;
/** The next level takes ten times as long for a fiftieth less. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.br` and a `.gz` copy of each file for the server to send. */
export function compressedCopies(): Plugin {
  return {
    name: "compressed-copies",
    async writeBundle({ dir }) {
      const names = await readdir(dir!, { recursive: true });
      await Promise.all(
        names
          .filter((name) => /\.(?:js|css|html|svg|json|txt)$/.test(name))
          .map((name) => copy(join(dir!, name))),
      );
    },
  };
}

async function copy(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < smallestBytes) return;
  await Promise.all([
    promisify(brotliCompress)(bytes, brotliOptions).then((packed) =>
      writeFile(`${path}.br`, packed),
    ),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}

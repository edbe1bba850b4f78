import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/**
 * All tiles one after the other, compressed by gzip, and where each of them begins and how long it
 * is. Equal tiles, as of plain land, are written once.
 *
 * @param sets tiles by `z/x/y`, by the name of their set
 */
export function packTiles(sets) {
  const written = new Map();
  const bodies = [];
  const tiles = {};
  let end = 0;
  for (const [set, found] of Object.entries(sets)) {
    for (const [at, body] of found) {
      const hash = createHash("sha256").update(body).digest("base64");
      if (!written.has(hash)) {
        const packed = gzipSync(body, { level: 9 });
        written.set(hash, [end, packed.length]);
        bodies.push(packed);
        end += packed.length;
      }
      tiles[`${set}/${at}`] = written.get(hash);
    }
  }
  const whole = Buffer.concat(bodies);
  const version = createHash("sha256").update(whole).digest("hex").slice(0, 16);
  return { bodies: whole, index: { version, tiles } };
}

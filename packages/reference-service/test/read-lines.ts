import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Body } from "./service-harness.ts";

/** The features of a gzipped file, read by other means than the service's. */
export async function* readLines(path: string): AsyncGenerator<Body> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield JSON.parse(line);
}

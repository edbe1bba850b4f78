import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type FeedAnswer, FeedError, type FeedRequestOptions } from "../values/feed.ts";

/**
 * A file of the operator's as the answer to a request: unchanged while its size and time are.
 * @throws {FeedError} when it cannot be read (`unreachable`)
 */
export async function readLocal(
  name: string,
  href: string,
  { validators, maxBytes = Number.POSITIVE_INFINITY }: FeedRequestOptions,
): Promise<FeedAnswer> {
  try {
    const path = fileURLToPath(href);
    const { mtimeMs, size } = await stat(path);
    if (size > maxBytes) throw new FeedError("invalid_answer", `The file of ${name} is too large`);
    const etag = `"${size}-${mtimeMs}"`;
    if (validators?.etag === etag) return { kind: "unchanged" };
    return {
      kind: "content",
      status: 200,
      mediaType: "",
      validators: { etag },
      retryAfterMs: undefined,
      body: once(await readFile(path, "utf8")),
    };
  } catch (error) {
    if (error instanceof FeedError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? "" : ` (${code})`;
    throw new FeedError("unreachable", `The file of ${name} cannot be read${reason}`);
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

import { readdir, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Description,
  DescriptionError,
  parseDescription,
} from "../description/description.ts";

const folder = new URL("../../data/feeds/", import.meta.url);

/** Descriptions that are shipped with the package, by name. */
export async function shippedDescriptions(): Promise<Description[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  return Promise.all(
    files.map(async (file) =>
      parseDescription(await readFile(new URL(file, folder), "utf8"), file),
    ),
  );
}

/**
 * The description in a file, whose rows may be in another file beside it.
 * @throws {DescriptionError} when it cannot be read or is not a description
 */
export async function readDescription(path: string): Promise<Description> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DescriptionError(path, [`It cannot be read (${code ?? "unknown error"}).`]);
  }
  const description = parseDescription(text, path);
  const { source } = description;
  if (source.mechanism !== "file" || /^https?:/.test(source.url)) return description;
  const { href } = pathToFileURL(resolve(dirname(path), source.url));
  return { ...description, source: { ...source, url: href } };
}

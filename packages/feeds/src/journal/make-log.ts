import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import {
  type LogStart,
  logName,
  logNumbers,
  printStart,
  removeFile,
  syncFolder,
} from "./folder.ts";

/** Makes a log with its beginning; undefined if another process has made it, or a later one. */
export async function makeLog(
  folder: string,
  number: number,
  startOf: () => Promise<Omit<LogStart, "format">>,
): Promise<{ file: FileHandle; startBytes: number } | undefined> {
  const name = logName(number);
  const file = await open(join(folder, name), "wx", 0o600).catch((error) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const bytes = await printStart(await startOf());
    await writeAt(file, bytes, 0);
    await file.sync();
    await syncFolder(folder);
    if ((await logNumbers(folder))[0] === number) return { file, startBytes: bytes.length };
    await file.close();
    return undefined;
  } catch (error) {
    await file.close();
    await removeFile(folder, name);
    throw error;
  }
}

export async function writeAt(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

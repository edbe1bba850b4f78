import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a body with a folder of these files, then removes it. */
export async function withFolder<T>(
  files: Record<string, string | Uint8Array>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "reference-service-"));
  try {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A point feature as a line of newline-delimited GeoJSON. */
export function pointLine(
  id: string | undefined,
  position: number[] | null,
  properties: Record<string, unknown> = {},
): string {
  const geometry = position && { type: "Point", coordinates: position };
  return `${JSON.stringify({ type: "Feature", id, geometry, properties })}\n`;
}

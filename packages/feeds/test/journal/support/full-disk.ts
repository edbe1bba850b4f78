import assert from "node:assert/strict";
import { start } from "./child.ts";

/** Runs a command that prints what `filling.ts` does: all is as it should be on a full disk. */
export async function filled(command: readonly string[]): Promise<void> {
  const child = start(command);
  const line = await child.line();
  await child.kill();
  assert.ok(line, "nothing was printed");
  const { message, ...seen } = JSON.parse(line);
  assert.match(message, /lacks the last change.*the disk is full/);
  assert.deepEqual(seen, {
    code: "storage",
    readable: true,
    after: [null, null],
    isWhole: true,
    problems: [],
  });
}

import assert from "node:assert/strict";
import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import type { CallContext } from "@emberline/tools";

/** Each folder is loaded once for all test files of a process. */
const contexts = new Map<string, Promise<CallContext>>();

/** The tools' context over the reference service with the data of a folder. */
export function contextOver(folder: string): Promise<CallContext> {
  const known = contexts.get(folder) ?? openContext(folder);
  contexts.set(folder, known);
  return known;
}

async function openContext(folder: string): Promise<CallContext> {
  const account = { id: "suite", secret: "suite-secret-2f9" };
  const service = await createReferenceService({ clients: [account], data: folder });
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: account.id,
    clientSecret: account.secret,
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
  return { client, now: () => Date.parse("2026-11-21T00:00:00Z"), notices: [] };
}

/** Equal within 0.1 % plus rounding. */
export function assertClose(
  actual: unknown,
  expected: number,
  rounding: number,
  what: string,
): void {
  assert.equal(typeof actual, "number", what);
  const off = Math.abs((actual as number) - expected);
  assert.ok(off <= Math.abs(expected) * 0.001 + rounding, `${what}: ${actual}, not ${expected}`);
}

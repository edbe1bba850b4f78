import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpStdio } from "@emberline/test-served/surfaces";
import { fixtures, type Runtime, runtimes } from "@emberline/test-support/programs";
import { testProgramsOn } from "./support/program-tests.ts";

testProgramsOn("bun");
testProgramsOn("deno");

test("emberline-mcp draws the same map, byte for byte, on every runtime", async () => {
  const input = { near: "50.05,10.05", time: "2024-07-01/2024-07-03", theme: "dark" };
  const pictures = new Set<unknown>();
  for (const runtime of Object.keys(runtimes) as Runtime[]) {
    const surface = await mcpStdio(["--embedded", fixtures], { runtime });
    const outcome = await surface.call("show_map", input);
    await surface.close();
    assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
    pictures.add(outcome.attachments?.[0]?.data);
  }
  assert.equal(pictures.size, 1);
  assert.match(String([...pictures][0]), /^iVBORw0KGgo/, "the signature of a PNG");
});

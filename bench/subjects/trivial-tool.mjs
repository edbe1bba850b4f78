import { createClient } from "@emberline/core";
import { catalogue } from "@emberline/tools";
import { z } from "zod";

/**
 * Echoes its message, to measure the cost of a call without the work of a tool.
 *
 * @type {import("@emberline/tools").Tool}
 */
const echo = {
  name: "echo",
  title: "Echo",
  description: "Echoes back the input string",
  toolset: "core",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: z.object({ message: z.string().describe("Message to echo") }),
  output: z.object({ message: z.string() }),
  run: async ({ message }) => ({ parts: 0, keep: () => ({ message: String(message) }) }),
};

/**
 * The options of a surface with this many tools: the trivial one after tools of the catalogue,
 * repeated under other names if there are too few.
 *
 * @param {number} count
 */
export function surfaceOptions(count) {
  const others = Array.from({ length: count - 1 }, (_, index) => {
    const tool = catalogue[index % catalogue.length] ?? echo;
    const copy = Math.floor(index / catalogue.length);
    return copy === 0 ? tool : { ...tool, name: `${tool.name}_${copy}` };
  });
  // No request is sent to this service.
  const client = createClient({ baseUrl: "http://service.invalid" });
  return {
    tools: [...others, echo],
    context: { client, now: Date.now, notices: [] },
    version: "0.0.0",
  };
}

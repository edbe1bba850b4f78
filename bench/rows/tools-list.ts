import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { emberlineMcp } from "../lib/child.ts";
import { openMcp, unusedService } from "../lib/mcp-program.ts";
import type { Line, Row } from "../lib/row.ts";

export const toolsList: Row = {
  name: "tools-list",
  async run() {
    const { tools, close } = await openMcp({ path: emberlineMcp, env: unusedService });
    await close();
    const shown = tools.map(({ name, description, inputSchema }) => {
      return { name, part: { name, description, inputSchema } };
    });
    const output = tools.map(({ name, outputSchema }) => ({ name, part: outputSchema }));
    return [tokensLine("tools-list", 5000, shown), tokensLine("tools-list-output", 3200, output)];
  },
};

/** All tools as one compact JSON, as clients put them into prompts, and each tool's share. */
function tokensLine(
  name: string,
  bound: number,
  parts: readonly { name: string; part: unknown }[],
): Line {
  return {
    name,
    value: tokens(parts.map(({ part }) => part)),
    unit: "tokens",
    goal: { kind: "≤", bound },
    measured: {
      unit: "tokens",
      ...Object.fromEntries(parts.map(({ name, part }) => [name, tokens(part)])),
    },
  };
}

function tokens(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

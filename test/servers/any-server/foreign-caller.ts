import assert from "node:assert/strict";
import type { Fetch } from "@emberline/core";
import { callTool, catalogue, openClient } from "@emberline/tools";

/** The day after the last detection of the stand-ins. */
const now = () => Date.UTC(2026, 6, 4);

/** The tools on a server that is not ours, which answers by `fetch`. */
export function callerOn(fetch: Fetch, more: { now?: typeof now; cursorKey?: Uint8Array } = {}) {
  const service = { baseUrl: "https://features.example/api", featuresPath: "" };
  const { client } = openClient(service, 0, undefined, { fetch });
  const context = { client, now, notices: [], ...more };
  const call = (name: string, input: object) => {
    const tool = catalogue.find((each) => each.name === name)!;
    return callTool(tool, input, context);
  };
  /** The output of a call that must succeed. */
  const answer = async (name: string, input: object) => {
    const result = await call(name, input);
    assert.ok(result.ok, JSON.stringify(result));
    // biome-ignore lint/suspicious/noExplicitAny: the members differ by tool
    return result.output as Record<string, any>;
  };
  return { client, context, call, answer };
}

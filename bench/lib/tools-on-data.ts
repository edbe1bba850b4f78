import { type Client, createClient } from "@emberline/core";
import { mcpHttpHandler } from "@emberline/mcp-server";
import { createReferenceService } from "@emberline/reference-service";
import { sharedData } from "@emberline/test-support/shared-data";
import { catalogue } from "@emberline/tools";
import { callStateless, statelessHeaders } from "./mcp.ts";

/** The text content that a model receives from one call. */
interface Reply {
  readonly text: string;
  readonly isError: boolean;
}

/** The tools over MCP, on the data next to the checkout, all in this process. */
export interface ToolsOnData {
  readonly client: Client;
  call(tool: string, input: object): Promise<Reply>;
}

const account = { id: "bench", secret: "bench-secret" };

export async function openToolsOnData(): Promise<ToolsOnData> {
  const service = await createReferenceService({ clients: [account], data: sharedData });
  const client = createClient({
    baseUrl: "http://service.test",
    clientId: account.id,
    clientSecret: account.secret,
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
  const mcp = mcpHttpHandler({
    tools: catalogue,
    context: { client, now: () => Date.parse("2026-07-21T00:00:00Z"), notices: [] },
    version: "0.0.0",
  });
  return {
    client,
    async call(tool, input) {
      const response = await mcp.fetch(requestOf(tool, input));
      const { result, error } = (await response.json()) as Answer;
      const content = result?.content.find(({ type }) => type === "text");
      if (!content) throw new Error(`${tool} gave no text: ${JSON.stringify(error)}`);
      return { text: content.text, isError: result?.isError === true };
    },
  };
}

function requestOf(tool: string, input: object): Request {
  return new Request("http://emberline.test/mcp", {
    method: "POST",
    headers: statelessHeaders(tool),
    body: JSON.stringify(callStateless(1, { name: tool, arguments: input })),
  });
}

interface Answer {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly type: string; readonly text: string }[];
  };
  readonly error?: unknown;
}

import {
  type Connection as LangChainConnection,
  MultiServerMCPClient,
} from "@langchain/mcp-adapters";
import type { ClientUnderTest, Connection, Reply } from "./client.ts";

export const langChain: ClientUnderTest = {
  name: "@langchain/mcp-adapters",
  ownRefusal: /^Received tool input did not match expected schema/,
  stdio: (program) => connect({ transport: "stdio", ...program, stderr: "ignore" }),
  http: (server) => connect({ transport: "http", ...server }),
};

async function connect(server: LangChainConnection): Promise<Connection> {
  const client = new MultiServerMCPClient({ mcpServers: { emberline: server } });
  const tools = await client.getTools();
  return {
    listTools: async () => tools.map(({ name }) => name),
    call: (name, input) =>
      tools
        .find((tool) => tool.name === name)!
        .invoke(input)
        .then(toReply, toErrorReply),
    close: () => client.close(),
  };
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** A text alone comes without a list around it. */
function toReply(output: Block | Block[]): Reply {
  const blocks = [output].flat();
  const url = blocks.find(({ type }) => type === "image_url")?.image_url?.url;
  return {
    isError: false,
    text: blocks.find(({ type }) => type === "text")?.text ?? "",
    ...(url && { picture: Buffer.from(url.replace("data:image/png;base64,", ""), "base64") }),
  };
}

function toErrorReply({ message }: Error): Reply {
  return { isError: true, text: message };
}

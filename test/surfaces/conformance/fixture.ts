import {
  acceptedContent,
  completable,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { png } from "./media.ts";
import { addTools, askFor, states } from "./tools.ts";

/** A server with what the conformance suite expects by name. */
export function conformanceServer(): McpServer {
  const mcp = new McpServer(
    { name: "conformance-fixture", version: "0" },
    {
      capabilities: { resources: { subscribe: true }, logging: {} },
      requestState: { verify: states.verify },
    },
  );
  addTools(mcp);
  addResources(mcp);
  addPrompts(mcp);
  mcp.server.setRequestHandler("resources/subscribe", () => ({}));
  mcp.server.setRequestHandler("resources/unsubscribe", () => ({}));
  return mcp;
}

function addResources(mcp: McpServer): void {
  const text = { mimeType: "text/plain", description: "Of the suite" };
  mcp.registerResource("static-text", "test://static-text", text, ({ href }) => ({
    contents: [
      {
        uri: href,
        mimeType: "text/plain",
        text: "This is the content of the static text resource.",
      },
    ],
  }));
  const picture = { mimeType: "image/png", description: "Of the suite" };
  mcp.registerResource("static-binary", "test://static-binary", picture, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: png }],
  }));
  mcp.registerResource("watched", "test://watched-resource", text, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "It never changes." }],
  }));
  mcp.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json", description: "Of the suite" },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}

function addPrompts(mcp: McpServer): void {
  const text = (words: string) => ({
    role: "user" as const,
    content: { type: "text" as const, text: words },
  });
  mcp.registerPrompt("test_simple_prompt", { description: "Of the suite" }, () => ({
    messages: [text("This is a simple prompt for testing.")],
  }));
  const words = ["paris", "park", "party"];
  const completed = completable(z.string(), (begun) =>
    words.filter((word) => word.startsWith(begun)),
  );
  mcp.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Of the suite", argsSchema: z.object({ arg1: completed, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  mcp.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Of the suite", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: {
              uri,
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        text("Please process the embedded resource above."),
      ],
    }),
  );
  mcp.registerPrompt("test_prompt_with_image", { description: "Of the suite" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
      text("Please analyze the image above."),
    ],
  }));
  mcp.registerPrompt(
    "test_input_required_result_prompt",
    { description: "Of the suite" },
    ({ mcpReq }) => {
      const answer = acceptedContent<{ context: string }>(mcpReq.inputResponses, "user_context");
      if (answer) return { messages: [text(`Context: ${answer.context}`)] };
      const user_context = askFor("context", "What context should the prompt use?");
      return inputRequired({ inputRequests: { user_context } });
    },
  );
}

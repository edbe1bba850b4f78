import Anthropic from "@anthropic-ai/sdk";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { anthropicTools } from "@emberline/client/anthropic";
import { testConversations, type Way } from "./adapter-tests.ts";
import { maxTurnTokens, question } from "./conversation.ts";
import { anthropic } from "./stand-in/anthropic.ts";

const anthropicAt = (url: string) => new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0 });

const common = {
  model: "stand-in",
  max_tokens: maxTurnTokens,
  messages: [{ role: "user" as const, content: question }],
};

function wordsOf({ content }: Anthropic.Beta.BetaMessage): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** The tool runner as `run` starts it. */
function way(title: string, run: Run): Way {
  return {
    title,
    dialect: anthropic,
    pictures: ["in the result"],
    marksErrors: true,
    async hold(url, client, signal) {
      const tools = (await anthropicTools(client)) satisfies BetaRunnableTool[];
      return wordsOf(await run(anthropicAt(url).beta.messages, tools, { signal }));
    },
  };
}

type Run = (
  messages: Anthropic["beta"]["messages"],
  tools: Awaited<ReturnType<typeof anthropicTools>>,
  options: { signal: AbortSignal },
) => PromiseLike<Anthropic.Beta.BetaMessage>;

testConversations([
  way("Anthropic's tool runner", (messages, tools, options) =>
    messages.toolRunner({ ...common, tools }, options),
  ),
  way("Anthropic's tool runner without threads", (messages, tools, options) =>
    messages.toolRunner({ ...common, thread: false, tools }, options),
  ),
  way("Anthropic's tool runner, streamed", (messages, tools, options) =>
    messages.toolRunner({ ...common, stream: true, tools }, options),
  ),
]);

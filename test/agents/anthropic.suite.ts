import Anthropic from "@anthropic-ai/sdk";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { anthropicTools } from "@emberline/http-tools/anthropic";
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

const ways: Way[] = [
  {
    title: "Anthropic's tool runner",
    dialect: anthropic,
    pictures: ["in the result"],
    marksErrors: true,
    async hold(url, client, signal) {
      const tools = (await anthropicTools(client)) satisfies BetaRunnableTool[];
      const { messages } = anthropicAt(url).beta;
      return wordsOf(await messages.toolRunner({ ...common, tools }, { signal }));
    },
  },
  {
    title: "Anthropic's tool runner without threads",
    dialect: anthropic,
    pictures: ["in the result"],
    marksErrors: true,
    async hold(url, client, signal) {
      const tools = await anthropicTools(client);
      const { messages } = anthropicAt(url).beta;
      return wordsOf(await messages.toolRunner({ ...common, thread: false, tools }, { signal }));
    },
  },
  {
    title: "Anthropic's tool runner, streamed",
    dialect: anthropic,
    pictures: ["in the result"],
    marksErrors: true,
    async hold(url, client, signal) {
      const tools = await anthropicTools(client);
      const { messages } = anthropicAt(url).beta;
      return wordsOf(await messages.toolRunner({ ...common, stream: true, tools }, { signal }));
    },
  },
];

testConversations(ways);

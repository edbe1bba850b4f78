import { createOpenAI } from "@ai-sdk/openai";
import { aiSdkTools } from "@emberline/client/ai-sdk";
import { generateText, stepCountIs, streamText, type ToolSet } from "ai";
import { testConversations, type Way } from "./adapter-tests.ts";
import { maxTurnTokens, question } from "./conversation.ts";
import { chat } from "./stand-in/chat.ts";
import { responses } from "./stand-in/responses.ts";

const common = {
  prompt: question,
  stopWhen: stepCountIs(8),
  maxOutputTokens: maxTurnTokens,
  // Whole items, as a provider that stores nothing needs them.
  providerOptions: { openai: { store: false } },
};

const providerAt = (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });

const ways: Way[] = [
  {
    title: "AI SDK, generateText over Responses",
    dialect: responses,
    pictures: ["in the result"],
    async hold(url, client, abortSignal) {
      const tools = (await aiSdkTools(client, { pictures: true })) satisfies ToolSet;
      const model = providerAt(url).responses("stand-in");
      const { text } = await generateText({ ...common, model, tools, abortSignal });
      return text;
    },
  },
  {
    title: "AI SDK, streamText over Responses",
    dialect: responses,
    pictures: ["in the result"],
    async hold(url, client, abortSignal) {
      const tools = await aiSdkTools(client, { pictures: true });
      const model = providerAt(url).responses("stand-in");
      const onError = () => {};
      return streamText({ ...common, model, tools, abortSignal, onError }).text;
    },
  },
  {
    title: "AI SDK, generateText over Chat Completions",
    dialect: chat,
    pictures: [],
    async hold(url, client, abortSignal) {
      const tools = await aiSdkTools(client);
      const model = providerAt(url).chat("stand-in");
      const { text } = await generateText({ ...common, model, tools, abortSignal });
      return text;
    },
  },
];

testConversations(ways);

import assert from "node:assert/strict";
import { langChainTools } from "@emberline/client/langchain";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import { createAgent, HumanMessage, ToolMessage } from "langchain";
import { testConversations, type Way } from "./adapter-tests.ts";
import { maxTurnTokens, question } from "./conversation.ts";
import { chat } from "./stand-in/chat.ts";
import { responses } from "./stand-in/responses.ts";

const modelAt = (url: string, more: ChatOpenAIFields) =>
  new ChatOpenAI({
    model: "stand-in",
    apiKey: "none",
    configuration: { baseURL: `${url}/v1` },
    maxTokens: maxTurnTokens,
    maxRetries: 0,
    ...more,
  });

const overResponses = (streaming: boolean): Way => ({
  title: `LangChain's agent over Responses${streaming ? ", streamed" : ""}`,
  dialect: responses,
  pictures: ["in the result"],
  async hold(url, client, signal) {
    const tools = await langChainTools(client, { pictures: "input_image" });
    const model = modelAt(url, { useResponsesApi: true, streaming });
    const agent = createAgent({ model, tools });
    const input = { messages: [new HumanMessage(question)] };
    const { messages } = await agent.invoke(input, { signal });
    const last = messages.findLast((message) => ToolMessage.isInstance(message));
    assert.equal(last?.artifact.mimeType, "image/png");
    return messages.at(-1)?.text;
  },
});

const overChat: Way = {
  title: "LangChain's agent over Chat Completions",
  dialect: chat,
  pictures: [],
  async hold(url, client, signal) {
    const tools = (await langChainTools(client)) satisfies StructuredToolInterface[];
    const agent = createAgent({ model: modelAt(url, {}), tools });
    const { messages } = await agent.invoke({ messages: [new HumanMessage(question)] }, { signal });
    const marks = messages.filter((each) => ToolMessage.isInstance(each)).map((it) => it.status);
    assert.deepEqual(marks, ["success", "success", "error", "success", "success"]);
    return messages.at(-1)?.text;
  },
};

testConversations([overResponses(false), overResponses(true), overChat]);

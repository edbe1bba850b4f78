import { agentTools } from "@emberline/client/openai-agents";
import { Agent, OpenAIProvider, run, setTracingDisabled, type Tool } from "@openai/agents";
import { testConversations, type Way } from "./adapter-tests.ts";
import { maxTurnTokens, question } from "./conversation.ts";
import { chat } from "./stand-in/chat.ts";
import { responses } from "./stand-in/responses.ts";

setTracingDisabled(true);

const modelAt = (url: string, useResponses: boolean) =>
  new OpenAIProvider({ baseURL: `${url}/v1`, apiKey: "none", useResponses }).getModel("stand-in");

const common = { name: "Fires", modelSettings: { maxTokens: maxTurnTokens } };

const ways: Way[] = [
  {
    title: "OpenAI Agents over Responses",
    dialect: responses,
    pictures: ["in the result"],
    async hold(url, client, signal) {
      const tools = (await agentTools(client)) satisfies Tool[];
      const model = await modelAt(url, true);
      const { finalOutput } = await run(new Agent({ ...common, model, tools }), question, {
        signal,
      });
      return finalOutput;
    },
  },
  {
    title: "OpenAI Agents over Responses, streamed",
    dialect: responses,
    pictures: ["in the result"],
    async hold(url, client, signal) {
      const tools = await agentTools(client);
      const model = await modelAt(url, true);
      const agent = new Agent({ ...common, model, tools });
      const result = await run(agent, question, { signal, stream: true });
      await result.completed;
      signal.throwIfAborted();
      return result.finalOutput;
    },
  },
  {
    title: "OpenAI Agents over Chat Completions",
    dialect: chat,
    pictures: [],
    async hold(url, client, signal) {
      const tools = await agentTools(client);
      const model = await modelAt(url, false);
      const { finalOutput } = await run(new Agent({ ...common, model, tools }), question, {
        signal,
      });
      return finalOutput;
    },
  },
];

testConversations(ways);

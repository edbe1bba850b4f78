import { chatTools, responsesTools } from "@emberline/client/openai";
import OpenAI from "openai";
import { testConversations, type Way } from "./adapter-tests.ts";
import { maxTurnTokens, question } from "./conversation.ts";
import { chat } from "./stand-in/chat.ts";
import { responses } from "./stand-in/responses.ts";

const openaiAt = (url: string) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });

const ofChat = { model: "stand-in", max_completion_tokens: maxTurnTokens };
const ofResponses = { model: "stand-in", max_output_tokens: maxTurnTokens };

const overChat = (isStreamed: boolean): Way => ({
  title: `OpenAI's Chat Completions${isStreamed ? ", streamed" : ""}`,
  dialect: chat,
  pictures: ["link"],
  isOneRequest: true,
  async hold(url, client, signal) {
    const { completions } = openaiAt(url).chat;
    const { tools, answer } = await chatTools(client);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
    for (;;) {
      const request = { ...ofChat, messages, tools };
      const { choices } = isStreamed
        ? await completions.stream(request, { signal }).finalChatCompletion()
        : await completions.create(request, { signal });
      const { message } = choices[0]!;
      const results = await answer(message, { signal });
      if (results.length === 0) return message.content;
      messages.push(message, ...results);
    }
  },
});

const overResponses = (isStreamed: boolean): Way => ({
  title: `OpenAI's Responses${isStreamed ? ", streamed" : ""}`,
  dialect: responses,
  pictures: ["in the result", "link"],
  isOneRequest: true,
  async hold(url, client, signal) {
    const openai = openaiAt(url);
    const { tools, answer } = await responsesTools(client);
    let next: { input: OpenAI.Responses.ResponseInput | string; previous_response_id?: string } = {
      input: question,
    };
    for (;;) {
      const request = { ...ofResponses, ...next, tools };
      const { id, output, output_text } = isStreamed
        ? await openai.responses.stream(request, { signal }).finalResponse()
        : await openai.responses.create(request, { signal });
      const input = await answer(output, { signal });
      if (input.length === 0) return output_text;
      next = { input, previous_response_id: id };
    }
  },
});

testConversations([overChat(false), overChat(true), overResponses(false), overResponses(true)]);

import assert from "node:assert/strict";
import { type Body, type Dialect, halves, idOf, type Received, type Turn } from "./dialect.ts";

const common = { created: 1_750_000_000, model: "stand-in" };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** OpenAI's Chat Completions: https://platform.openai.com/docs/api-reference/chat/create */
export const chat: Dialect = {
  path: "/v1/chat/completions",
  tools: ({ tools }) =>
    tools.map(({ type, function: { name, description, parameters } }: Body) => {
      assert.equal(type, "function");
      return { name, description, schema: parameters };
    }),
  results({ messages }) {
    const last = messages.findLastIndex(({ role }: Body) => role === "assistant");
    if (last < 0) return [];
    const asked = messages[last].tool_calls.map(({ id }: Body) => id);
    const answers: Body[] = messages.slice(last + 1, last + 1 + asked.length);
    const more: Body[] = messages.slice(last + 1 + asked.length);
    assert.deepEqual(
      answers.map(({ role, tool_call_id: id }) => [role, id]),
      asked.map((id: string) => ["tool", id]),
      "a tool message for every call, directly after it",
    );
    // Only a user's message can have pictures.
    assert.ok(more.length <= 1 && more.every(({ role }) => role === "user"), "one message more");
    const pictures = more.flatMap(({ content }) =>
      content.filter(({ type }: Body) => type === "image_url"),
    );
    return answers.map(
      ({ tool_call_id: id, content }, i): Received => ({
        id,
        text: textOf(content),
        pictures: i === answers.length - 1 ? pictures.map((each) => each.image_url.url) : [],
      }),
    );
  },
  whole: (turn) => ({
    ...common,
    id: idOf(turn),
    object: "chat.completion",
    choices: [
      { index: 0, message: messageOf(turn), finish_reason: reasonOf(turn), logprobs: null },
    ],
    usage,
  }),
  events(turn) {
    const deltas =
      "text" in turn
        ? halves(turn.text).map((content) => ({ content }))
        : turn.calls.flatMap(({ id, name, input }, index) => {
            const [start, end] = halves(JSON.stringify(input));
            const opening = { index, id, type: "function", function: { name, arguments: start } };
            return [
              { tool_calls: [opening] },
              { tool_calls: [{ index, function: { arguments: end } }] },
            ];
          });
    const chunk = (delta: object, finish: string | null = null) => ({
      data: {
        ...common,
        id: idOf(turn),
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
      },
    });
    return [
      chunk({ role: "assistant", content: null }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, reasonOf(turn)),
      { data: { ...common, id: idOf(turn), object: "chat.completion.chunk", choices: [], usage } },
      { data: "[DONE]" },
    ];
  },
};

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  assert.ok(Array.isArray(content), "a tool's content is text");
  return content
    .map(({ type, text }: Body) => {
      assert.equal(type, "text", "a tool message has text only");
      return text;
    })
    .join("");
}

function messageOf(turn: Turn): object {
  if ("text" in turn) return { role: "assistant", content: turn.text, refusal: null };
  const calls = turn.calls.map(({ id, name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: null, refusal: null, tool_calls: calls };
}

const reasonOf = (turn: Turn) => ("text" in turn ? "stop" : "tool_calls");

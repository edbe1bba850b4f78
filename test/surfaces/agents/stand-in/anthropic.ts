import assert from "node:assert/strict";
import { type Body, type Dialect, halves, idOf, type Received, type Turn } from "./dialect.ts";

const usage = { input_tokens: 1, output_tokens: 1 };

/** Anthropic's Messages: https://platform.claude.com/docs/en/api/messages */
export const anthropic: Dialect = {
  path: "/v1/messages",
  restore(request, before) {
    const { thread, messages } = request;
    if (thread?.type !== "continue") return request;
    assert.equal(thread.previous_message_id, messageOf(before.turn, []).id);
    const reply = { role: "assistant", content: contentOf(before.turn) };
    const { tools, messages: earlier } = before.request;
    return { ...request, tools, messages: [...earlier, reply, ...messages] };
  },
  tools: ({ tools }) =>
    tools.map(({ name, description, input_schema: schema }: Body) => ({
      name,
      description,
      schema,
    })),
  results({ messages }) {
    const [before, last] = messages.slice(-2);
    if (before?.role !== "assistant") return [];
    const asked = before.content.filter(({ type }: Body) => type === "tool_use");
    assert.equal(last.role, "user");
    assert.deepEqual(
      last.content.map(({ type, tool_use_id: id }: Body) => [type, id]),
      asked.map(({ id }: Body) => ["tool_result", id]),
      "a result for every call",
    );
    return last.content.map((block: Body): Received => {
      const { tool_use_id: id, content, is_error: isError = false } = block;
      if (typeof content === "string") return { id, text: content, pictures: [], isError };
      const of = (kind: string) => content.filter(({ type }: Body) => type === kind);
      assert.equal(of("text").length + of("image").length, content.length);
      const pictures = of("image").map(
        ({ source: { type, media_type: mediaType, data } }: Body) => {
          assert.equal(type, "base64");
          return `data:${mediaType};base64,${data}`;
        },
      );
      return {
        id,
        text: of("text")
          .map(({ text }: Body) => text)
          .join(""),
        pictures,
        isError,
      };
    });
  },
  whole: (turn) => messageOf(turn, contentOf(turn)),
  events(turn) {
    const blocks = contentOf(turn).flatMap((block, index) => {
      const isText = block.type === "text";
      const pieces = halves(isText ? block.text : JSON.stringify(block.input));
      const opening = isText ? { ...block, text: "" } : { ...block, input: {} };
      const deltas = pieces.map((piece) => ({
        type: "content_block_delta",
        index,
        delta: isText
          ? { type: "text_delta", text: piece }
          : { type: "input_json_delta", partial_json: piece },
      }));
      return [
        { type: "content_block_start", index, content_block: opening },
        ...deltas,
        { type: "content_block_stop", index },
      ];
    });
    const opened = { ...messageOf(turn, []), stop_reason: null };
    const delta = { stop_reason: reasonOf(turn), stop_sequence: null };
    return [
      { type: "message_start", message: opened },
      ...blocks,
      { type: "message_delta", delta, usage },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data }));
  },
};

function messageOf(turn: Turn, content: readonly object[]) {
  const common = { id: `msg_${idOf(turn)}`, type: "message", role: "assistant", model: "stand-in" };
  return { ...common, content, stop_reason: reasonOf(turn), stop_sequence: null, usage };
}

function contentOf(turn: Turn): Body[] {
  if ("text" in turn) return [{ type: "text", text: turn.text, citations: null }];
  return turn.calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
}

const reasonOf = (turn: Turn) => ("text" in turn ? "end_turn" : "tool_use");

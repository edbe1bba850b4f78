import assert from "node:assert/strict";
import { type Body, type Dialect, halves, idOf, type Received, type Turn } from "./dialect.ts";

/** OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses/create */
export const responses: Dialect = {
  path: "/v1/responses",
  restore(request, before) {
    const { previous_response_id: previous, input } = request;
    if (previous === undefined) return request;
    assert.equal(previous, responseOf(before.turn, "completed").id);
    return { ...request, input: [before.request.input, itemsOf(before.turn), input].flat() };
  },
  tools: ({ tools }) =>
    tools.map(({ type, name, description, parameters }: Body) => {
      assert.equal(type, "function");
      return { name, description, schema: parameters };
    }),
  results({ input }) {
    if (typeof input === "string") return [];
    const items: Body[] = input;
    const last = items.findLastIndex(({ type }) => type === "function_call");
    if (last < 0) return [];
    const after = items.slice(last + 1);
    const first = items.slice(0, last).findLastIndex(({ type }) => type !== "function_call") + 1;
    assert.deepEqual(
      after.map(({ type, call_id: id }) => [type, id]),
      items.slice(first, last + 1).map(({ call_id: id }) => ["function_call_output", id]),
      "an output for every call",
    );
    return after.map(({ call_id: id, output }): Received => {
      if (typeof output === "string") return { id, text: output, pictures: [] };
      const textOf = ({ text }: Body) => text;
      const kinds = new Set(output.map(({ type }: Body) => type));
      assert.ok([...kinds].every((type) => type === "input_text" || type === "input_image"));
      const of = (kind: string) => output.filter(({ type }: Body) => type === kind);
      return {
        id,
        text: of("input_text").map(textOf).join(""),
        pictures: of("input_image").map(({ image_url: url }: Body) => url),
      };
    });
  },
  whole: (turn) => responseOf(turn, "completed"),
  events(turn) {
    const opened = { ...responseOf(turn, "in_progress"), output: [] };
    const items = itemsOf(turn).flatMap((item, index) => eventsOf(item, index));
    const done = { type: "response.completed", response: responseOf(turn, "completed") };
    return [{ type: "response.created", response: opened }, ...items, done].map((data, at) => ({
      event: data.type,
      data: { ...data, sequence_number: at },
    }));
  },
};

function responseOf(turn: Turn, status: string) {
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  return {
    id: `resp_${idOf(turn)}`,
    object: "response",
    created_at: 1_750_000_000,
    status,
    model: "stand-in",
    output: itemsOf(turn),
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    temperature: 1,
    top_p: 1,
    usage,
  };
}

function itemsOf(turn: Turn): Body[] {
  if ("text" in turn) {
    const content = [{ type: "output_text", text: turn.text, annotations: [] }];
    return [
      { id: `msg_${idOf(turn)}`, type: "message", role: "assistant", status: "completed", content },
    ];
  }
  return turn.calls.map(({ id, name, input }) => ({
    id: `fc_${id}`,
    type: "function_call",
    status: "completed",
    call_id: id,
    name,
    arguments: JSON.stringify(input),
  }));
}

function eventsOf(item: Body, index: number): Body[] {
  const at = { item_id: item.id, output_index: index };
  const added = { type: "response.output_item.added", output_index: index };
  const done = { type: "response.output_item.done", output_index: index, item };
  if (item.type === "function_call") {
    const kind = "response.function_call_arguments";
    return [
      { ...added, item: { ...item, status: "in_progress", arguments: "" } },
      ...halves(item.arguments).map((delta) => ({ type: `${kind}.delta`, ...at, delta })),
      { type: `${kind}.done`, ...at, name: item.name, arguments: item.arguments },
      done,
    ];
  }
  const [part] = item.content;
  const inPart = { ...at, content_index: 0 };
  return [
    { ...added, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...inPart, part: { ...part, text: "" } },
    ...halves(part.text).map((delta) => ({
      type: "response.output_text.delta",
      ...inPart,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...inPart, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...inPart, part },
    done,
  ];
}

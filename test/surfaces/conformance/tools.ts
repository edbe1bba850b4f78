import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { png, wav } from "./media.ts";

/** States of questions travel through the client: they are signed. */
export const states = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });

const said = (text: string) => ({ content: [{ type: "text" as const, text }] });
const image = { type: "image" as const, data: png, mimeType: "image/png" };

const resource = (uri: string, mimeType: string, text: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
});

/** Asks the person for one text. */
export const askFor = (name: string, message: string) =>
  inputRequired.elicit({ message, requestedSchema: z.object({ [name]: z.string() }) });

const confirm = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: z.object({ ok: z.boolean() }),
});

const ask = (text: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens,
  });

/** The tools that the suite calls by name. */
export function addTools(server: McpServer): void {
  const add = (
    name: string,
    run: (context: ServerContext) => ReturnType<Parameters<typeof server.registerTool>[2]>,
  ) => server.registerTool(name, { description: `Of the suite: ${name}` }, run);

  add("test_simple_text", () => said("This is a simple text response for testing."));
  add("test_image_content", () => ({ content: [image] }));
  add("test_audio_content", () => ({
    content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  }));
  add("test_embedded_resource", () => ({
    content: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
  }));
  add("test_multiple_content_types", () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      image,
      resource(
        "test://mixed-content-resource",
        "application/json",
        JSON.stringify({ test: "data", value: 123 }),
      ),
    ],
  }));
  add("test_error_handling", () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  add("test_tool_with_progress", async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    }
    return said("Done.");
  });
  for (const name of ["test_tool_with_logging", "test_logging_tool"]) {
    add(name, async ({ mcpReq }) => {
      for (const text of ["started", "processing data", "completed"])
        await mcpReq.log("info", `Tool execution ${text}`);
      return said("Done.");
    });
  }
  add("test_trigger_tool_change", () => said("The tools stay as they are."));

  addQuestions(server);
}

/** The tools that ask the client. */
function addQuestions(server: McpServer): void {
  const add = (
    name: string,
    run: (context: ServerContext) => ReturnType<Parameters<typeof server.registerTool>[2]>,
  ) => server.registerTool(name, { description: `Of the suite: ${name}` }, run);

  add("test_sampling", async ({ mcpReq }) => {
    const { content } = await mcpReq.requestSampling({
      messages: [{ role: "user", content: { type: "text", text: "Test prompt for sampling" } }],
      maxTokens: 100,
    });
    return said(`LLM response: ${JSON.stringify(content)}`);
  });
  for (const [name, properties] of Object.entries(forms)) {
    add(name, async ({ mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({
        message: "Please answer",
        requestedSchema: { type: "object", properties },
      });
      return said(
        `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`,
      );
    });
  }

  for (const name of ["test_input_required_result_elicitation", "test_streaming_elicitation"]) {
    add(name, ({ mcpReq }) => {
      const answer = acceptedContent(
        mcpReq.inputResponses,
        "user_name",
        z.object({ name: z.string() }),
      );
      if (answer) return said(`Hello, ${answer.name}!`);
      return inputRequired({ inputRequests: { user_name: askFor("name", "What is your name?") } });
    });
  }
  for (const [name, key] of [
    ["test_input_required_result_sampling", "capital_question"],
    ["test_missing_capability", "question"],
  ] as const) {
    add(name, ({ mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, key);
      if (answer.kind === "sampling") return said(JSON.stringify(answer.result.content));
      const question = ask("What is the capital of France?", 100);
      return inputRequired({ inputRequests: { [key]: question } });
    });
  }
  add("test_input_required_result_list_roots", ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "client_roots");
    if (answer.kind === "roots") return said(answer.roots.map(({ uri }) => uri).join(", "));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  for (const name of [
    "test_input_required_result_request_state",
    "test_input_required_result_tampered_state",
  ]) {
    add(name, async ({ mcpReq }) => {
      const isAnswered = inputResponse(mcpReq.inputResponses, "confirm").kind === "elicit";
      if (isAnswered && mcpReq.requestState() !== undefined) return said("state-ok");
      return inputRequired({
        inputRequests: { confirm },
        requestState: await states.mint({ step: 1 }),
      });
    });
  }
  add("test_input_required_result_multiple_inputs", async ({ mcpReq }) => {
    const kinds = ["user_name", "greeting", "client_roots"].map(
      (key) => inputResponse(mcpReq.inputResponses, key).kind,
    );
    if (!kinds.includes("missing")) return said("All three are answered.");
    return inputRequired({
      inputRequests: {
        user_name: askFor("name", "What is your name?"),
        greeting: ask("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ step: 1 }),
    });
  });
  add("test_input_required_result_multi_round", async ({ mcpReq }) => {
    const step = mcpReq.requestState<{ step: number }>()?.step ?? 0;
    const isAnswered =
      step > 0 && inputResponse(mcpReq.inputResponses, `step${step}`).kind === "elicit";
    const next = isAnswered ? step + 1 : Math.max(step, 1);
    if (next > 2) return said("Both steps are answered.");
    const question =
      next === 1
        ? askFor("name", "Step 1: What is your name?")
        : askFor("color", "Step 2: What is your favorite color?");
    return inputRequired({
      inputRequests: { [`step${next}`]: question },
      requestState: await states.mint({ step: next }),
    });
  });
  add("test_input_required_result_capabilities", ({ mcpReq }) => {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
    const able = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
    return inputRequired({
      inputRequests: {
        ...(able.sampling !== undefined && { greeting: ask("Generate a greeting", 50) }),
        ...(able.elicitation !== undefined && { name: askFor("name", "What is your name?") }),
      },
    });
  });
}

const titled = (name: string) => [
  { const: "value1", title: `First ${name}` },
  { const: "value2", title: `Second ${name}` },
];
const options = ["option1", "option2", "option3"];

/** The properties that each elicitation of the suite asks for. */
const forms = {
  test_elicitation: {
    username: { type: "string" as const },
    email: { type: "string" as const },
  },
  test_elicitation_sep1034_defaults: {
    name: { type: "string" as const, default: "John Doe" },
    age: { type: "integer" as const, default: 30 },
    score: { type: "number" as const, default: 95.5 },
    status: {
      type: "string" as const,
      enum: ["active", "inactive", "pending"],
      default: "active",
    },
    verified: { type: "boolean" as const, default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: "string" as const, enum: options },
    titledSingle: { type: "string" as const, oneOf: titled("Option") },
    legacyEnum: {
      type: "string" as const,
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array" as const, items: { type: "string" as const, enum: options } },
    titledMulti: { type: "array" as const, items: { anyOf: titled("Choice") } },
  },
};

import assert from "node:assert/strict";
import { countTokens } from "@emberline/tools";
import { decode } from "fast-png";
import { detections } from "./data.ts";
import type { Dialect, ModelCall, OfferedTool, Received } from "./stand-in/dialect.ts";
import type { ModelEndpoint, Script } from "./stand-in/model-endpoint.ts";

export const question = "Which detection is the strongest?";
export const lastWord = "It is the one at the top of the list.";
/** Tokens of an answer, which the client sets. */
export const maxTokens = 700;
/** Tokens of a turn of the model, which the framework passes on. */
export const maxTurnTokens = 333;

const bbox = [10, 50, 10.47, 51];
const query = { collection: "svc:hotspots", bbox, sort: "-frp", limit: 100 };
const map = { bbox, time: "2024-07-01/2024-07-02", width: 640, height: 480 };
const list: ModelCall = { id: "call_list", name: "list_collections", input: {} };

export interface Conversation {
  readonly script: Script;
  /** What came back, turn by turn. */
  readonly received: readonly (readonly Received[])[];
}

/**
 * Two calls at once, a misspelt parameter, which the model corrects by the error, a picture, and
 * the final text.
 */
export function planConversation(): Conversation {
  const received: (readonly Received[])[] = [];
  const script: Script = [
    () => ({ calls: [{ id: "call_query", name: "query_features", input: query }, list] }),
    () => ({ calls: [summary("call_misspelt", "groupby")] }),
    ([result]) => ({ calls: [summary("call_mended", suggestedIn(result))] }),
    () => ({ calls: [{ id: "call_map", name: "show_map", input: map }] }),
    () => ({ text: lastWord }),
  ];
  const recorded = script.map((turn) => (results: readonly Received[]) => {
    received.push(results);
    return turn(results);
  });
  return { script: recorded, received };
}

const summary = (id: string, parameter: string): ModelCall => ({
  id,
  name: "summarize_features",
  input: { collection: "svc:hotspots", [parameter]: ["satellite"] },
});

function suggestedIn(result: Received | undefined): string {
  return /Did you mean \W*(\w+)/.exec(result?.text ?? "")?.[1] ?? "";
}

/** How the model gets a picture: in the result, or as a link in the answer. */
export type Shown = "in the result" | "link";

interface Expected {
  readonly pictures: readonly Shown[];
  /** Whether the provider's format marks errors. */
  readonly marksErrors?: boolean | undefined;
}

/** Compares what the model's endpoint received with the data and with plain requests. */
export async function checkConversation(
  { received }: Conversation,
  { requests }: ModelEndpoint,
  dialect: Dialect,
  toolsUrl: string,
  { pictures: shown, marksErrors = false }: Expected,
): Promise<void> {
  assert.deepEqual(
    received.map((results) => results.map(({ id }) => id)),
    [[], ["call_query", "call_list"], ["call_misspelt"], ["call_mended"], ["call_map"]],
  );
  const [queried, listed, misspelt, mended, drawn] = received.flat() as Five<Received>;
  assert.equal(queried.text, await plainAnswer(toolsUrl, "query_features", query));
  assert.equal(listed.text, await plainAnswer(toolsUrl, "list_collections", {}));
  assert.equal(mended.text, await plainAnswer(toolsUrl, ...nameAndInput(summary("", "group_by"))));
  const {
    picture_url: link,
    picture_expires: _,
    picture: _said,
    ...facts
  } = JSON.parse(drawn.text);
  const { picture: how, ...plain } = JSON.parse(await plainAnswer(toolsUrl, "show_map", map));
  assert.match(how, /Accept: image\/png/);
  assert.deepEqual(facts, plain);

  const inside = detections
    .filter(({ lon }) => lon <= 10.47)
    .sort((a, b) => b.frp - a.frp)
    .map(({ id }) => id);
  const { columns, rows, matched, omitted } = JSON.parse(queried.text);
  const ids = rows.map((row: unknown[]) => row[columns.indexOf("id")]);
  assert.equal(matched, inside.length);
  assert.ok(ids.length > 0);
  assert.deepEqual(ids, inside.slice(0, ids.length));
  assert.equal(omitted, inside.length - ids.length);
  assert.ok(omitted > 0, "the budget leaves rows out");
  for (const { text } of received.flat()) assert.ok((await countTokens(text)) <= maxTokens);

  assert.match(
    misspelt.text,
    /^\{"code":"invalid_input","message":"Unknown parameter \\"groupby\\"\. Did you mean/,
  );
  assert.equal(JSON.parse(mended.text).matched, detections.length);
  const marks = received.flat().map(({ isError }) => isError);
  assert.deepEqual(
    marks,
    marksErrors ? [false, false, true, false, false] : marks.map(() => undefined),
  );

  const pictures = received.map((results) => results.flatMap((each) => each.pictures));
  assert.deepEqual(pictures.slice(0, -1).flat(), []);
  const sources = [...pictures.flat(), ...(link === undefined ? [] : [link])];
  assert.deepEqual(
    sources.map((source) => (source === link ? "link" : "in the result")),
    shown,
  );
  for (const source of sources) {
    // Node fetches data: URLs too.
    const response = await fetch(source);
    assert.equal(response.headers.get("content-type"), "image/png");
    const { width, height } = decode(new Uint8Array(await response.arrayBuffer()));
    assert.deepEqual([width, height], [map.width, map.height]);
  }

  for (const request of requests) {
    assert.deepEqual(dialect.tools(request).map(parametersOf), await offeredTools(toolsUrl));
    const { max_tokens, max_completion_tokens, max_output_tokens } = request;
    assert.equal(max_tokens ?? max_completion_tokens ?? max_output_tokens, maxTurnTokens);
  }
}

type Five<Each> = [Each, Each, Each, Each, Each];

const nameAndInput = ({ name, input }: ModelCall) => [name, input] as const;

async function plainAnswer(url: string, name: string, input: object): Promise<string> {
  const response = await fetch(`${url}/tools/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...input, max_tokens: maxTokens }),
  });
  assert.equal(response.status, 200);
  return response.text();
}

/** The tools as the server lists them, in the part that every provider gets. */
async function offeredTools(url: string) {
  const { tools } = (await (await fetch(`${url}/tools`)).json()) as {
    tools: (OfferedTool & { inputSchema: OfferedTool["schema"] })[];
  };
  return tools.map(({ inputSchema, ...more }) => parametersOf({ ...more, schema: inputSchema }));
}

function parametersOf({ name, description, schema }: OfferedTool) {
  return { name, description, parameters: Object.keys(schema.properties ?? {}) };
}

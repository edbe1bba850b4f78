import {
  type Attachment,
  type CallContext,
  type CallResult,
  callTool,
  canStream,
  countTokens,
  type PictureFormat,
  planCall,
  type RowForm,
  rawSizeOf,
  rowForms,
  type Tool,
} from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { problem, toolProblem } from "../common/problems.ts";
import {
  flagOf,
  readJson,
  requestIdHeader,
  requestIdOf,
  withRequestId,
} from "../common/read-body.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { MemoryIdempotency } from "../idempotency/memory-idempotency.ts";
import { eventAnswer } from "../streams/event-answer.ts";
import { eventStreamType } from "../streams/event-stream.ts";
import { rowStream, rowsType } from "../streams/row-stream.ts";
import type { HttpToolsOptions } from "./options.ts";

export const jsonType = "application/json";
export const formType = "multipart/form-data";

/** What an answer in JSON says of its picture. */
export const pictureBesideJson = () =>
  "For the picture, send these arguments to POST /tools/show_map with the header Accept: image/png.";

export function json(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { "content-type": jsonType, ...headers } });
}

/** Opened as a page, a picture must not load or run anything. */
function picture({ mimeType, bytes }: Extract<Attachment, { kind: "picture" }>): Response {
  return new Response(bytes.slice(), {
    headers: {
      "content-type": mimeType,
      vary: "accept",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Both in one body, which `Response.formData` reads: for callers that hand them to a model. */
function answerWithPicture(
  answer: string,
  { mimeType, bytes }: Extract<Attachment, { kind: "picture" }>,
): Response {
  const form = new FormData();
  form.set("answer", answer);
  // Bun reads the type of a part from the file's extension.
  const name = `picture.${mimeType.replace(/^image\/|\+.*$/g, "")}`;
  form.set("picture", new Blob([bytes.slice()], { type: mimeType }), name);
  return new Response(form, { headers: { vary: "accept" } });
}

/**
 * Answers `POST /tools/{name}` in the form that `Accept` prefers: the tool's JSON, its picture or
 * both, a stream of events or of rows; or with a problem. `?dry_run` answers with a plan,
 * `?raw_size` with the size of the GeoJSON that the call spares.
 */
export function oneCall({
  tools,
  context,
  forRequest,
  pictures = [],
  idempotency = new MemoryIdempotency(),
}: HttpToolsOptions): (c: Context, tool: Tool) => Promise<Response> {
  const wantedType = typeChooser(tools, pictures);
  // Of all pictures, models read PNG.
  const forModels = pictures.find(({ mimeType }) => mimeType === "image/png");
  // Without formats there is no picture to speak of.
  const noPicture = forModels ? { aboutPicture: pictureBesideJson } : {};
  const formatOf = (wanted: string) =>
    wanted === formType ? forModels : pictures.find(({ mimeType }) => mimeType === wanted);
  return async (c, tool) => {
    const input = await readJson(c);
    if (input instanceof Response) return input;
    const wanted = wantedType(c, tool);
    if (wanted instanceof Response) return wanted;
    const isPlan = flagOf(c, "dry_run");
    if (isPlan instanceof Response) return isPlan;
    const stray = strayParameter(c);
    if (stray) return stray;
    const isSize = flagOf(c, "raw_size");
    if (isSize instanceof Response) return isSize;
    // Creating its signal takes as long as the rest of a small call.
    const own = { signal: () => c.req.raw.signal, requestId: requestIdOf(c) };
    // Object spread would take microseconds per call.
    const callContext = Object.assign({}, context, forRequest?.(c), own);
    if (isPlan) return dryRun(tool, input, callContext);
    if (isSize) return rawSize(tool, input, callContext);
    const key = c.req.header("idempotency-key");
    if (wanted === rowsType) {
      const form = rowFormOf(c);
      if (form instanceof Response) return form;
      if (key !== undefined) return keyedRows();
      const tag = (details: object) => withRequestId(details, own.requestId);
      return rowStream(
        tool,
        input,
        Object.assign(callContext, { signal: own.signal() }),
        form,
        tag,
      );
    }
    const format = formatOf(wanted);
    const run = (more: Partial<CallContext>) => {
      const pictured = format ? { pictures: format } : noPicture;
      return callTool(tool, input, Object.assign(callContext, more, pictured));
    };
    if (wanted !== eventStreamType && key === undefined) {
      return answerOf(await run({}), wanted, () => requestIdHeader(c));
    }
    const answer = async (more: Partial<CallContext>) => answerOf(await run(more), wanted);
    const answerKeyed = async (more: Partial<CallContext>) => {
      if (key === undefined) return answer(more);
      const request = [tool.name, format ? wanted : "", await c.req.text()];
      const call = { header: key, caller: callContext.caller ?? "", request };
      return answerOnce(idempotency, call, () => answer(more));
    };
    if (wanted !== eventStreamType) return answerKeyed({});
    const request = { signal: own.signal(), requestId: own.requestId, log: callContext.log };
    return eventAnswer(request, answerKeyed);
  };
}

/** @param headersOf further headers of an answer in JSON */
function answerOf(
  result: CallResult,
  wanted: string,
  headersOf?: () => Record<string, string>,
): Response {
  if (!result.ok) return toolProblem(result.error);
  const { attachment, text } = result;
  if (attachment?.kind !== "picture") return json(text, { vary: "accept", ...headersOf?.() });
  return wanted === formType ? answerWithPicture(text, attachment) : picture(attachment);
}

/** Repeating a stream would mean to keep all its rows. */
function keyedRows(): Response {
  return problem(
    "invalid_input",
    "Idempotency-Key applies to answers in JSON, not to streams of rows, which are not kept: leave it out; next_cursor of the last line continues a stream that broke off.",
  );
}

/** Answers with what the call would select and request, without requesting features. */
async function dryRun(tool: Tool, input: unknown, context: CallContext): Promise<Response> {
  const plan = await planCall(tool, input, context);
  return plan.ok ? json(plan.text) : toolProblem(plan.error);
}

/** Answers with the size of the GeoJSON of what the call selects. */
async function rawSize(tool: Tool, input: unknown, context: CallContext): Promise<Response> {
  const size = await rawSizeOf(tool, input, context);
  return size.ok ? json(size.text) : toolProblem(size.error);
}

/** What most clients send. */
const plain: readonly (string | undefined)[] = [undefined, "*/*", jsonType];

/**
 * Chooses the media type of an answer by `Accept`; JSON if nothing matches (RFC 9110, 12.5.1),
 * except for rows of a tool without rows, which are refused.
 */
function typeChooser(
  tools: readonly Tool[],
  pictures: readonly PictureFormat[],
): (c: Context, tool: Tool) => string | Response {
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const drawn = [...pictureTypes, ...(pictureTypes.includes("image/png") ? [formType] : [])];
  const listing = tools.filter(canStream).map(({ name }) => name);
  const typesOf = (tool: Tool) => [
    jsonType,
    ...(tool.hasPicture ? drawn : []),
    eventStreamType,
    ...(canStream(tool) ? [rowsType] : []),
  ];
  return (c, tool) => {
    if (plain.includes(c.req.header("accept"))) return jsonType;
    const accept = { header: "Accept", supports: typesOf(tool), default: "" } as const;
    const wanted = accepts(c, accept);
    if (wanted !== "") return wanted;
    if (accepts(c, { ...accept, supports: [rowsType] }) !== rowsType || acceptsAny(c))
      return jsonType;
    return problem(
      "not_acceptable",
      `${tool.name} has no rows to stream: accept application/json, or call ${listing.join(" or ")}.`,
    );
  };
}

function acceptsAny(c: Context): boolean {
  return c.req.header("accept")?.includes("*/*") === true;
}

const callParameters = ["dry_run", "raw_size", "count_tokens", "rows"];

/** The refusal of arguments in the address, which would be left out. */
function strayParameter(c: Context): Response | null {
  if (!c.req.url.includes("?")) return null;
  const name = Object.keys(c.req.queries()).find((each) => !callParameters.includes(each));
  if (name === undefined) return null;
  const asked = JSON.stringify(name.slice(0, 100));
  return problem(
    "invalid_input",
    `There is no parameter ${asked} in the address: send the arguments of a tool as the JSON of the body.`,
  );
}

/** The form of streamed rows by `?rows=`, or the problem if there is no such form. */
function rowFormOf(c: Context): RowForm | Response {
  const name = c.req.query("rows") ?? "columns";
  const form = rowForms.find((each) => each === name);
  return (
    form ??
    problem(
      "invalid_input",
      `rows must be ${rowForms.join(" or ")}: write ?rows=geojson for Features.`,
    )
  );
}

/** The answer in JSON with its tokens (o200k) in `Emberline-Tokens`; others as they are. */
export async function counted(response: Response): Promise<Response> {
  if (!response.ok || response.headers.get("content-type") !== jsonType) return response;
  const text = await response.text();
  const answer = new Response(text, response);
  answer.headers.set("emberline-tokens", String(await countTokens(text)));
  return answer;
}

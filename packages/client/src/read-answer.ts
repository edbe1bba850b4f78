import { ToolsClientError } from "./client-error.ts";

export interface Picture {
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The result of a call, for a model. */
export interface ToolResult {
  /** The answer as JSON. */
  readonly text: string;
  readonly picture?: Picture;
}

/** A JSON object, as the server wrote it. */
async function readJsonText(response: Response): Promise<string> {
  if (typeOf(response) !== "application/json") throw await unexpected(response);
  return response.text();
}

/** A JSON object. */
export async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await readJsonText(response);
  const { status } = response;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ToolsClientError("unexpected_answer", "The answer is not valid JSON.", {
      status,
      cause,
    });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ToolsClientError("unexpected_answer", "The answer is not a JSON object.", { status });
}

export async function readPicture(response: Response): Promise<Picture> {
  const mimeType = typeOf(response);
  if (!mimeType.startsWith("image/")) throw await unexpected(response);
  return { mimeType, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** An answer, with its picture if there is one. */
export async function readResult(response: Response): Promise<ToolResult> {
  if (typeOf(response) !== "multipart/form-data") return { text: await readJsonText(response) };
  const form = await response.formData();
  const text = form.get("answer");
  const file = form.get("picture");
  if (typeof text !== "string" || !(file instanceof Blob) || !file.type.startsWith("image/"))
    throw await unexpected(response);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { text, picture: { mimeType: file.type, bytes } };
}

function typeOf({ headers }: Response): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

async function unexpected(response: Response): Promise<ToolsClientError> {
  const type = typeOf(response).slice(0, 100) || "no content type";
  if (!response.bodyUsed) await response.body?.cancel();
  return new ToolsClientError(
    "unexpected_answer",
    `The answer is of an unexpected kind (${type}): is url that of the Emberline server?`,
    { status: response.status },
  );
}

import { type Attachment, toBase64 } from "@emberline/tools";
import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { answerOf, type Run } from "../handlers.ts";
import { parseUri } from "./parse-uri.ts";
import type { Route } from "./routes.ts";

/** Resources are read whole: the longest answer that tools give. */
const maxTokens = 10_000;

/**
 * The contents of a resource: JSON, and of a map its picture first.
 *
 * @throws {ProtocolError} when the URI names nothing, or the tool fails
 */
export async function readResource(
  uri: string,
  routes: readonly Route[],
  run: Run,
): Promise<ReadResourceResult> {
  const asked = parseUri(uri, routes);
  if (!asked) throw new ResourceNotFoundError(uri, noSuchForm(uri));
  const { route, variables, input } = asked;
  const result = await run(route.tool, { ...input, max_tokens: maxTokens });
  if (!result.ok && result.error.code === "not_found")
    throw new ResourceNotFoundError(uri, result.error.message);
  const { output, text, attachment } = await answerOf(Promise.resolve(result));
  const selected = route.select ? route.select(output, variables) : output;
  if (selected === null) throw new ResourceNotFoundError(uri, noSuchPart(output));
  const json = route.select ? JSON.stringify(selected) : text;
  return {
    contents: [
      ...(attachment?.kind === "picture" ? [pictureOf(uri, attachment)] : []),
      { uri, mimeType: "application/json", text: json },
    ],
  };
}

function pictureOf(uri: string, { mimeType, bytes }: Attachment & { kind: "picture" }) {
  return { uri, mimeType, blob: toBase64(bytes) };
}

function noSuchForm(uri: string): string {
  return `No resource has the URI ${JSON.stringify(uri.slice(0, 200))}: resources/list and resources/templates/list have those that exist.`;
}

function noSuchPart({ properties, omitted }: Readonly<Record<string, unknown>>): string {
  const names = (properties as readonly { name: string }[]).map(({ name }) => name);
  const more = omitted ? `, and ${omitted} more` : "";
  return `The collection has no property of that name: its properties are ${names.join(", ")}${more}.`;
}

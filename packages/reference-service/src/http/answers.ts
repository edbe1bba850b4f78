import type { Pause } from "@emberline/turns";
import { accepts } from "hono/accepts";
import { invalidParameter, Problem } from "../values/problems.ts";
import type { ServiceContext } from "./environment.ts";

export const htmlType = "text/html";
export const jsonType = "application/json";
export const geoJsonType = "application/geo+json";
export const schemaType = "application/schema+json";
export const openApiType = "application/vnd.oai.openapi+json;version=3.0";

const formatNames: Record<string, string> = {
  [htmlType]: "a page",
  [jsonType]: "JSON",
  [geoJsonType]: "GeoJSON",
  [schemaType]: "JSON Schema",
  [openApiType]: "OpenAPI",
};

/** A media type in the words of readers, such as "GeoJSON". */
function formatName(type: string): string {
  return formatNames[type] ?? type;
}

/** Short names accepted by `f` in addition to the media types. */
const shortNames: Record<string, string> = { html: htmlType };

/**
 * The media type to answer with: the one that `f` names, else the offered type that `Accept`
 * prefers (the first among equals). `json` names the first.
 * @throws {Problem} when `f` is unknown (400) or no offered type is acceptable (406)
 */
export function negotiate(context: ServiceContext, offered: readonly string[]): string {
  // A plus sign that was not percent-encoded arrives as a space.
  const format = context.req.query("f")?.replaceAll(" ", "+");
  if (format !== undefined) {
    const wanted = format === "json" ? offered[0]! : (shortNames[format] ?? format);
    const found = offered.find((type) => type === wanted || type.startsWith(`${wanted};`));
    if (found) return found;
    throw invalidParameter("f", `must be one of json, html, ${offered.join(", ")}.`);
  }
  const type = accepts(context, {
    header: "Accept",
    supports: [...offered],
    default: offered[0]!,
    match: preferred,
  });
  if (type !== "") return type;
  throw new Problem(406, "not-acceptable", `This resource is offered as ${offered.join(", ")}.`);
}

type Match = NonNullable<Parameters<typeof accepts>[1]["match"]>;

/** The type of the highest quality, the first among equals; empty if all have quality 0. */
const preferred: Match = (ranges, { supports }) => {
  let best = { type: "", quality: 0 };
  for (const type of supports) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
};

/** RFC 9110, 12.5.1: the most specific matching range wins. */
function qualityOf(type: string, ranges: Parameters<Match>[0]): number {
  const [bare = ""] = type.split(";");
  const [main] = bare.split("/");
  const matching = [bare, `${main}/*`, "*/*"].map((pattern) =>
    ranges.find((range) => range.type.toLowerCase() === pattern),
  );
  return matching.find((range) => range !== undefined)?.q ?? 0;
}

/** A link of the interface (RFC 8288 relation names). */
export interface Link {
  href: string;
  rel: string;
  type?: string;
  title?: string;
}

/**
 * Links from a resource to its requested representation (self) and to the others.
 * @param href the resource, with the parameters of the request
 * @param subject what the resource is, for the titles
 */
export function selfLinks(
  href: string,
  chosen: string,
  offered: readonly string[],
  subject: string,
): Link[] {
  const titleOf = (type: string) => `${subject} as ${formatName(type)}`;
  const self: Link = { href, rel: "self", type: chosen, title: titleOf(chosen) };
  const others = offered
    .filter((type) => type !== chosen)
    .map((type) => ({
      href: withFormat(href, type),
      rel: "alternate",
      type,
      title: titleOf(type),
    }));
  return [self, ...others];
}

/** The URL of a representation, chosen by `f`. */
export function withFormat(href: string, type: string): string {
  const url = new URL(href);
  url.searchParams.set("f", type === htmlType ? "html" : type.split(";")[0]!);
  return url.href;
}

/** Clients take 16 kB of headers, and a page has a handful of links. */
const maxHeaderHref = 2000;

/** The value of a `Link` header (RFC 8288), without links to very long URLs, which the body has. */
export function linkHeader(links: readonly Link[]): string {
  return links
    .filter(({ href }) => href.length <= maxHeaderHref)
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ""}`)
    .join(", ");
}

const chunkLength = 1 << 16;

/**
 * A response body generated while it is read, in turns with other work: a slow reader keeps only a
 * chunk in memory, and a fast one does not block the event loop. A short body is a plain text,
 * which servers send at once.
 */
export function textBody(
  parts: Iterator<string>,
  pause: Pause,
): string | ReadableStream<Uint8Array> {
  const first = nextChunk(parts);
  if (first.length < chunkLength) return first;
  const encoder = new TextEncoder();
  let text = first;
  return new ReadableStream({
    async pull(controller) {
      await pause();
      if (text === "") return controller.close();
      const end = endOfChunk(text);
      controller.enqueue(encoder.encode(text.slice(0, end)));
      text = text.length > end ? text.slice(end) : nextChunk(parts);
    },
  });
}

/** An outline may be longer than a chunk; no end is within a surrogate pair. */
function endOfChunk(text: string): number {
  const isLead = (text.charCodeAt(chunkLength - 1) & 0xfc00) === 0xd800;
  return isLead ? chunkLength + 1 : chunkLength;
}

function nextChunk(parts: Iterator<string>): string {
  let chunk = "";
  while (chunk.length < chunkLength) {
    const { done, value } = parts.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}

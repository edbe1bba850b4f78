import { invalidParameter, Problem } from "../problems.ts";
import type { ServiceContext } from "./environment.ts";

export const HTML = "text/html";
export const JSON_TYPE = "application/json";
export const GEOJSON = "application/geo+json";
export const SCHEMA = "application/schema+json";
export const OPENAPI = "application/vnd.oai.openapi+json;version=3.0";

/** Short names of `f` beside the media types themselves. */
const SHORT_NAMES: Record<string, string> = { html: HTML };

/**
 * The media type to answer with: what `f` names, else the one of the offered types that `Accept`
 * likes best, the earlier of equals. `json` names the first.
 * @throws {Problem} 400 for an unknown `f`, 406 when no offered type is acceptable
 */
export function negotiate(context: ServiceContext, offered: readonly string[]): string {
  // A plus sign that was not percent-encoded arrives as a space.
  const format = context.req.query("f")?.replaceAll(" ", "+");
  if (format !== undefined) {
    const wanted = format === "json" ? offered[0]! : (SHORT_NAMES[format] ?? format);
    const found = offered.find((type) => type === wanted || type.startsWith(`${wanted};`));
    if (found) return found;
    throw invalidParameter("f", `must be one of json, html, ${offered.join(", ")}.`);
  }
  const accepted = parseAccept(context.req.header("Accept") ?? "*/*");
  let best: { type: string; quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(type, accepted);
    if (quality > 0 && (!best || quality > best.quality)) best = { type, quality };
  }
  if (best) return best.type;
  throw new Problem(406, "not-acceptable", `This resource is offered as ${offered.join(", ")}.`);
}

interface Range {
  type: string;
  quality: number;
}

function parseAccept(header: string): Range[] {
  return header.split(",").map((part) => {
    const [type = "", ...params] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = params.find((param) => param.startsWith("q="));
    return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
}

/** RFC 9110, 12.5.1: the most specific range that matches decides. */
function qualityOf(type: string, ranges: Range[]): number {
  const bare = type.split(";")[0]!;
  const patterns = [bare, `${bare.split("/")[0]}/*`, "*/*"];
  for (const pattern of patterns) {
    const range = ranges.find((one) => one.type === pattern);
    if (range) return range.quality;
  }
  return 0;
}

import type { Pause } from "@emberline/turns";
import { FeatureReader, isRecord } from "../geojson/read-features.ts";
import { quoted } from "../http/redact.ts";
import { type FeedContent, FeedError } from "../values/feed.ts";

const maxShownText = 2000;

/** The features of a GeoJSON answer, and what of it is not a feature. */
export interface GeoJsonAnswer {
  readonly features: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
  /** Characters. */
  readonly length: number;
}

/**
 * A whole GeoJSON answer. Services of the OGC send exceptions as XML or JSON, also with status 200.
 * @throws {FeedError} for anything else
 */
export async function readGeoJson(
  name: string,
  answer: FeedContent,
  pause: Pause,
): Promise<GeoJsonAnswer> {
  const { start, body } = await peeked(answer.body);
  if (start.trimStart().startsWith("<")) throw markupError(name, answer, await textOf(body));
  const reader = new FeatureReader(name, body, pause);
  const features: unknown[] = [];
  try {
    for await (const feature of reader.features()) features.push(feature);
  } catch (error) {
    // The status says more than a body that is not JSON.
    throw answer.status !== 200 && error instanceof FeedError ? statusError(name, answer) : error;
  }
  const { rest } = reader;
  const said = exceptionIn(rest);
  if (answer.status !== 200) throw statusError(name, answer, said);
  if (said !== undefined)
    throw new FeedError("refused", `${name} answered an error${ofText(said)}`);
  if (rest.type !== "FeatureCollection" || !Array.isArray(rest.features))
    throw new FeedError("invalid_answer", `${name} answered something without features`);
  return { features, rest, length: reader.length };
}

/** The error of a status that is not 200. */
export function statusError(
  name: string,
  { status, retryAfterMs }: Pick<FeedContent, "status" | "retryAfterMs">,
  said?: string,
): FeedError {
  if (status === 429)
    return new FeedError("quota", `${name} has too many requests: it asks to wait`, retryAfterMs);
  const isPassing = status >= 500 || status === 408;
  return new FeedError(
    isPassing ? "unreachable" : "refused",
    `${name} answered error ${status}${ofText(said)}`,
    retryAfterMs,
  );
}

/** XML or HTML: an exception of an OGC service, or a page that is not the data. */
export function markupError(name: string, answer: FeedContent, text: string): FeedError {
  const exception = /<(?:\w+:)?(?:ServiceException|ExceptionText)\b[^>]*>([^<]*)/i.exec(text);
  if (exception) {
    const said = exception[1]!.trim();
    return answer.status === 200
      ? new FeedError("refused", `${name} answered an exception${ofText(said)}`)
      : statusError(name, answer, said);
  }
  if (answer.status !== 200) return statusError(name, answer);
  const what = /^\s*(?:<!doctype html|<html)/i.test(text) ? "a page" : "XML";
  return new FeedError("invalid_answer", `${name} answered ${what} instead of its data`);
}

/** The message of an error in JSON: of GeoServer, of OGC API, or of ArcGIS. */
function exceptionIn(rest: Readonly<Record<string, unknown>>): string | undefined {
  const [first] = Array.isArray(rest.exceptions) ? rest.exceptions : [];
  if (isRecord(first)) return String(first.text ?? first.code ?? "");
  if ("error" in rest) return String(isRecord(rest.error) ? rest.error.message : rest.error);
  if (rest.type === "FeatureCollection") return undefined;
  const said = rest.detail ?? rest.description ?? rest.title;
  return typeof said === "string" ? said : undefined;
}

function ofText(said: string | undefined): string {
  return said ? `: ${quoted(said)}` : "";
}

/** The beginning of a body, and all of it. */
async function peeked(
  body: AsyncIterable<string>,
): Promise<{ start: string; body: AsyncIterable<string> }> {
  const pieces = body[Symbol.asyncIterator]();
  let start = "";
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) break;
    start += value;
    if (start.trim() !== "") break;
  }
  async function* whole(): AsyncGenerator<string> {
    if (start !== "") yield start;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return;
      yield value;
    }
  }
  return { start, body: whole() };
}

/** As much of a body as its reason may need. */
async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of body) {
    text += piece;
    if (text.length > maxShownText) break;
  }
  return text.slice(0, maxShownText);
}

/** Degrees, as GeoJSON has them unless a member `crs` says otherwise. */
export function checkDegrees(name: string, { crs }: Readonly<Record<string, unknown>>): void {
  const given = isRecord(crs) && isRecord(crs.properties) ? crs.properties.name : undefined;
  if (typeof given !== "string" || /(?:4326|CRS84|4269)$/i.test(given)) return;
  throw new FeedError(
    "invalid_answer",
    `${name} answered coordinates in ${quoted(given)}: ask for EPSG:4326, or take the position from fields`,
  );
}

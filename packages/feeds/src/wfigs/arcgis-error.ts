import { FeedError } from "../feed-error.ts";
import { isRecord } from "../geojson/read-features.ts";

/** The wait that WFIGS asks for when it says none. */
const usualWaitMs = 60_000;
const maxWaitMs = 3_600_000;
const maxQuoteLength = 60;

/** The error of a status, or of ArcGIS' envelope, of which each member may be missing. */
export function arcgisError(
  source: string,
  status: number,
  envelope: unknown,
  retryAfterMs: number | undefined,
): FeedError {
  const { code, message, details } = isRecord(envelope) ? envelope : {};
  const number = typeof code === "number" ? code : status === 200 ? undefined : status;
  const waitMs = retryAfterMs ?? waitIn([message, details].flat());
  const said = typeof message === "string" && message !== "" ? `: ${quoted(message)}` : "";
  const error = number === undefined ? "an error" : `error ${number}`;
  if (number === 429) {
    const text = `${source} has too many requests, of all its users: it asks to wait`;
    return new FeedError("quota", text, waitMs ?? usualWaitMs);
  }
  const isRefused = number !== undefined && number >= 400 && number < 500 && number !== 408;
  return new FeedError(
    isRefused ? "refused" : "unreachable",
    `${source} answered ${error}${said}`,
    waitMs,
  );
}

/** "Retry after 60 sec" in the texts of an error. */
function waitIn(texts: readonly unknown[]): number | undefined {
  for (const text of texts) {
    const seconds = typeof text === "string" && /retry after (\d{1,6}) sec/i.exec(text)?.[1];
    if (seconds) return Math.min(Number(seconds) * 1000, maxWaitMs);
  }
  return undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").slice(0, maxQuoteLength));
}

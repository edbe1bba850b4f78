import ky, { HTTPError, TimeoutError } from "ky";
import { type ModelSettings, TurnError } from "./model.ts";

/** 529 is Anthropic's word for 503. */
const busy = [429, 503, 529];

/** Statuses that say that this request is wrong, and not that no request can be answered. */
const ofTheRequest = new Set([400, 413, 422]);

const wrongAddress = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** `fetch` says what went wrong only in the cause of its error. */
function causeOf(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  return error.cause instanceof Error ? error.cause : error;
}

/**
 * The answer of a model's endpoint; a busy one is asked again after the wait that it states.
 *
 * @throws {TurnError} when it refuses this request, or takes too long
 * @throws {Error} when it refuses all, or cannot be reached
 */
export async function post(
  path: string,
  json: unknown,
  headers: Readonly<Record<string, string>>,
  { baseUrl, apiKey, turnTimeoutMs }: ModelSettings,
): Promise<unknown> {
  const withoutKey = (text: string) => (apiKey ? text.replaceAll(apiKey, "***") : text);
  try {
    return await ky
      .post(`${baseUrl.replace(/\/+$/u, "")}/${path}`, {
        json,
        headers,
        timeout: turnTimeoutMs,
        retry: {
          limit: 6,
          methods: ["post"],
          statusCodes: [408, 500, 502, 504, ...busy],
          afterStatusCodes: busy,
          delay: (attempt) => 1000 * 2 ** (attempt - 1),
          // Nobody is at a wrong address later either.
          shouldRetry: ({ error }) =>
            wrongAddress.has(causeOf(error).code ?? "") ? false : undefined,
        },
      })
      .json<unknown>();
  } catch (error) {
    if (error instanceof TimeoutError)
      throw new TurnError(`The model took more than ${turnTimeoutMs / 1000} s for a turn.`);
    if (!(error instanceof HTTPError)) {
      const message = withoutKey(causeOf(error).message);
      throw new Error(`The model's endpoint at ${baseUrl} cannot be used: ${message}`);
    }
    const { status } = error.response;
    const body: string = await error.response.text();
    const message = `The model's endpoint answered ${status}: ${withoutKey(body).slice(0, 300)}`;
    throw ofTheRequest.has(status) ? new TurnError(message) : new Error(message);
  }
}

/**
 * What an endpoint's answer means.
 *
 * @throws {TurnError} when it does not have the form of its API
 */
export function readAnswer<Turn>(api: string, read: () => Turn): Turn {
  try {
    return read();
  } catch (error) {
    if (error instanceof TurnError) throw error;
    throw new TurnError(`The model's endpoint answered in another form than ${api}.`);
  }
}

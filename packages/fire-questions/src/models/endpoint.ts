import ky, { HTTPError } from "ky";
import { type Model, type ModelSettings, TurnError } from "./model.ts";

/** 529 is Anthropic's word for 503. */
const busy = [429, 503, 529];

/** Statuses that may be of this request alone: some endpoints fail on a conversation that is long. */
const ofTheRequest = new Set([400, 408, 413, 422, 500, 502, 504]);

const wrongAddress = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** A busy endpoint may ask for a wait of hours: the run says so instead. */
const maxWaitMs = 60_000;

/** What a turn with long thoughts takes many times. */
const maxAnswerBytes = 5_000_000;

/** `fetch` says what went wrong only in the cause of its error. */
function causeOf(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  return error.cause instanceof Error ? error.cause : error;
}

/**
 * The answer of a model's endpoint; a busy one is asked again after the wait that it states.
 *
 * @throws {TurnError} when it refuses this request, takes too long or says too much
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
    const response = await ky.post(`${baseUrl.replace(/\/+$/u, "")}/${path}`, {
      json,
      headers,
      // The time is that of an answer with its body, which that of `ky` is not.
      timeout: false,
      fetch: (request, init) =>
        fetch(request, { ...init, signal: AbortSignal.timeout(turnTimeoutMs) }),
      retry: {
        limit: 6,
        methods: ["post"],
        statusCodes: [408, 500, 502, 504, ...busy],
        afterStatusCodes: busy,
        maxRetryAfter: maxWaitMs,
        delay: (attempt) => 1000 * 2 ** (attempt - 1),
        // Nobody is at a wrong address later either.
        shouldRetry: ({ error }) =>
          wrongAddress.has(causeOf(error).code ?? "") || isTimeout(error) ? false : undefined,
      },
    });
    return JSON.parse(await textOf(response));
  } catch (error) {
    if (error instanceof TurnError) throw error;
    if (isTimeout(error))
      throw new TurnError(`The model took more than ${turnTimeoutMs / 1000} s for a turn.`);
    if (!(error instanceof HTTPError)) {
      const message = withoutKey(causeOf(error).message);
      throw new Error(`The model's endpoint at ${baseUrl} cannot be used: ${message}`);
    }
    const { status } = error.response;
    const body = await textOf(error.response).catch(() => "");
    const message = `The model's endpoint answered ${status}: ${withoutKey(body).slice(0, 300)}`;
    throw ofTheRequest.has(status) ? new TurnError(message) : new Error(message);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes)
      throw new TurnError(`The model's endpoint answered with more than ${maxAnswerBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/**
 * A model that is asked again where a turn fails, once its endpoint has answered a short question:
 * what is left to fail is the model's or the conversation's.
 *
 * @throws {Error} when the endpoint does not answer that either
 */
export function askedAgain(model: Model): Model {
  return (conversation) =>
    model(conversation).catch(async (error) => {
      if (!(error instanceof TurnError)) throw error;
      const entries = [{ is: "question", text: "Is 7 more than 5?" }] as const;
      await model({ ...conversation, entries }).catch((proof) => {
        throw proof instanceof TurnError
          ? new Error(`Even a short question fails. ${error.message}`)
          : proof;
      });
      return model(conversation);
    });
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

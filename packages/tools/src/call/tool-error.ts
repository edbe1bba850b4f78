import { type EmberlineError, isEmberlineError } from "@emberline/core";
import { cleanText, cut, type Offered, offer, withoutAddresses } from "../values/text.ts";

/** The closed set of codes that a tool call can fail with. */
export type ToolErrorCode =
  | "invalid_input"
  | "not_found"
  | "not_allowed"
  | "service_authentication"
  | "service_rate_limited"
  | "service_unreachable"
  | "service_failed"
  | "timed_out"
  | "too_many_requests"
  | "busy"
  | "cancelled"
  | "internal";

/** Applies to the whole message, including quotes. */
const maxMessageLength = 5000;

/** What an argument may mean, if it may mean several things. */
export interface Choice {
  readonly argument: string;
  /** A sentence for the person who knows what was meant. */
  readonly question: string;
  readonly options: readonly Option[];
}

export interface Option {
  /** What to give as the argument for it. */
  readonly value: string;
  readonly label: string;
}

/** The argument that a call failed for. */
export interface Fault {
  readonly argument: string;
  /** What the argument may have meant, the likeliest first. */
  readonly candidates?: readonly Candidate[];
}

/** A value that an argument may have meant. */
export interface Candidate {
  readonly value: unknown;
  readonly label: string;
}

interface ToolErrorOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number | undefined;
  readonly choice?: Choice;
  /** Arguments with which the call would succeed, null to leave one out: the call is offered. */
  readonly instead?: Offered;
  /** With a choice, its argument and options. */
  readonly fault?: Fault | undefined;
}

/** Whether another call helps: the same one later, one with other arguments, or none. */
type Retry = "later" | "corrected" | "never";

/** A failed call for programs, as its result's text and in problem details. */
export interface ToldError {
  readonly code: ToolErrorCode;
  readonly message: string;
  /** The argument that was wrong, cut at 100 characters. */
  readonly parameter?: string;
  /** What the argument may have meant, the likeliest first. */
  readonly candidates?: readonly Candidate[];
  readonly retry: Retry;
  readonly retry_after_seconds?: number;
}

/**
 * Why a tool call failed. `message` is one sentence for the caller: what was
 * wrong and what would be right; it never holds a secret.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  /** How long to wait before the next call, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** The choice that would make the call succeed; `message` has it too. */
  readonly choice: Choice | undefined;
  /** For programs that show a form; `message` has it too. */
  readonly fault: Fault | undefined;
  /** What `offering` puts into the call. */
  readonly #instead: Offered | undefined;

  constructor(code: ToolErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(cut(message, maxMessageLength), options);
    const { retryAfterSeconds, choice, fault, instead } = options;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.choice = choice;
    this.fault = choice ? { argument: choice.argument, candidates: choice.options } : fault;
    this.#instead = instead;
  }

  /** The members that callers see; `JSON.stringify` writes them as the text of a failed call. */
  toJSON(): ToldError {
    const { code, message, fault, retryAfterSeconds } = this;
    const { argument, candidates = [] } = fault ?? {};
    return {
      code,
      message,
      ...(argument !== undefined && { parameter: cut(argument, 100) }),
      ...(candidates.length > 0 && { candidates }),
      retry: retryOf[code],
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    };
  }

  /** With the whole call that would succeed, if that is known, in the message. */
  offering(input: Offered): ToolError {
    const { code, message, retryAfterSeconds, choice, fault, cause } = this;
    if (this.#instead === undefined) return this;
    const whole = Object.entries({ ...input, ...this.#instead }).filter(
      ([, each]) => each !== null,
    );
    const options = { ...(choice && { choice }), fault, retryAfterSeconds, cause };
    return new ToolError(code, `${message} ${offer(Object.fromEntries(whole))}`, options);
  }
}

const retryOf: Readonly<Record<ToolErrorCode, Retry>> = {
  invalid_input: "corrected",
  not_found: "corrected",
  not_allowed: "corrected",
  service_authentication: "never",
  service_rate_limited: "later",
  service_unreachable: "later",
  service_failed: "later",
  timed_out: "later",
  too_many_requests: "later",
  busy: "later",
  cancelled: "never",
  internal: "never",
};

/**
 * A `ToolError` for an argument that is wrong; `message` says what would be right.
 *
 * @param at the argument, with what it may mean, or with a question that a person can answer
 */
export function invalidInput(message: string, at?: string | Fault | Choice): ToolError {
  if (at === undefined) return new ToolError("invalid_input", message);
  if (typeof at === "string")
    return new ToolError("invalid_input", message, { fault: { argument: at } });
  const options = "question" in at ? { choice: at } : { fault: at };
  return new ToolError("invalid_input", message, options);
}

/** Candidates that are labelled by themselves. */
export function candidatesFrom(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, label: value }));
}

/** Converts anything thrown to the closed set. Messages of unexpected errors are never shown. */
export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (!isEmberlineError(error)) {
    return new ToolError("internal", "Emberline failed on this call: an internal error.", {
      cause: error,
    });
  }
  const [code, next] = meaning[error.code];
  const retryAfterMs = "retryAfterMs" in error ? error.retryAfterMs : undefined;
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  const sentences = [
    withoutAddresses(cleanText(error.message, 600), error.url),
    error.serviceCode === "invalid-client" ? checkClient : next,
    // A request that was not sent says itself when the next one is.
    retryAfterSeconds === undefined || error.attempts === 0
      ? ""
      : `The service asks to wait ${retryAfterSeconds} s.`,
  ];
  return new ToolError(code, sentences.filter((each) => each !== "").join(" "), {
    cause: error,
    retryAfterSeconds,
  });
}

const checkClient = "The operator must check the client id and secret; trying again will not help.";

const meaning: Record<EmberlineError["code"], readonly [ToolErrorCode, nextStep: string]> = {
  "invalid-request": ["invalid_input", ""],
  "not-found": ["not_found", "Use list_collections to see what exists."],
  authentication: [
    "service_authentication",
    "The operator must check the base URL, the client id and the secret; trying again will not help.",
  ],
  "rate-limited": ["service_rate_limited", "Wait before the next call."],
  service: ["service_failed", "Try again in a moment; this does not mean that there are no fires."],
  response: [
    "service_failed",
    "Try again in a moment; this does not mean that there are no fires.",
  ],
  network: [
    "service_unreachable",
    "Try again in a moment; this does not mean that there are no fires.",
  ],
  timeout: ["timed_out", "Try again, or select a smaller area or time."],
  aborted: ["cancelled", ""],
};

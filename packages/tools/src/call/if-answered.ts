import {
  type EmberlineError,
  type EmberlineErrorCode,
  isEmberlineError,
  type MissingService,
} from "@emberline/core";
import type { ToolContext } from "./context.ts";
import { ifOffered } from "./tool.ts";

/** The value, or null if the service rejects the request, such as for its filter. */
export async function unlessRefused<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (isEmberlineError(error) && error.status === 400) return null;
    throw error;
  }
}

/** What a service does by whose error an answer can go on without it. */
const said: Readonly<Partial<Record<EmberlineErrorCode, string>>> = {
  authentication: "refuses its credentials",
  "rate-limited": "refuses requests as too many",
  response: "gives answers that break its interface",
  network: "does not answer",
  service: "does not answer",
  timeout: "does not answer",
};

/** The notice on one of several services that an answer is without. */
export function missingNotice({ name, error }: MissingService): string {
  return `Service ${name} ${said[error.code] ?? "does not answer"}: its data is missing from this answer, which does not mean that there are no fires.`;
}

/** The option by which a list of several services says in the answer which of them it lacks. */
export function sayMissing({ note }: Pick<ToolContext, "note">) {
  return { onMissing: (missing: MissingService) => note(missingNotice(missing)) };
}

/**
 * The one of several services that an error is of, if an answer can go on without it.
 *
 * @throws the error itself, if it is anything else
 */
export function missingOf(error: unknown, { signal }: Pick<ToolContext, "signal">): MissingService {
  if (signal.aborted || !isEmberlineError(error) || error.service === undefined) throw error;
  if (said[error.code] === undefined) throw error;
  return { name: error.service, error: error satisfies EmberlineError };
}

/**
 * The value, or null if the service does not offer it, or is one of several and does not answer,
 * which the answer then says. For the parts of an answer that has others.
 */
export async function ifAnswered<Value>(
  promise: Promise<Value>,
  context: Pick<ToolContext, "signal" | "note">,
): Promise<Value | null> {
  try {
    return await ifOffered(promise);
  } catch (error) {
    context.note(missingNotice(missingOf(error, context)));
    return null;
  }
}

import type { ChosenModel } from "./chosen-model.ts";
import { ModelError } from "./model-error.ts";
import { presetOf } from "./presets.ts";

type Endpoint = Pick<ChosenModel, "preset" | "baseUrl">;

/**
 * Why a request got no answer. Browsers hide the reason, so an address that answers a request whose
 * answer may not be read has refused this page (CORS).
 *
 * @throws {DOMException} when `signal` aborts
 */
export async function whyNoAnswer(
  { preset, baseUrl }: Endpoint,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<ModelError> {
  const { origin } = new URL(baseUrl);
  const { name, whenSilent, whenRefused } = presetOf(preset);
  const program = preset === "custom" ? origin : `${name} (${origin})`;
  try {
    // Without a key and without headers.
    await fetch(`${baseUrl}/models`, { mode: "no-cors", credentials: "omit", signal });
    return new ModelError(
      `${program} is running, but refuses this page (CORS): ${whenRefused(pageOrigin())}.`,
    );
  } catch {
    signal.throwIfAborted();
    return new ModelError(`${program} does not answer: ${whenSilent}.`);
  }
}

const pageOrigin = () => globalThis.location?.origin ?? "the page's origin";

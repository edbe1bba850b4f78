import { type PresetId, presetOf } from "./presets.ts";

/** The model that answers, and how it is reached. */
export interface ChosenModel {
  readonly preset: PresetId;
  /** Up to `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  /** Its name at the endpoint. */
  readonly name: string;
  /** Empty if the endpoint needs none. */
  readonly key: string;
  readonly contextTokens: number;
}

/**
 * The base URL as requests need it.
 *
 * @throws {TypeError} when it is not one; the message says what would be
 */
export function parseBaseUrl(text: string): string {
  const given = text.trim();
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      "The base URL must start with http:// or https://, for example http://localhost:11434/v1.",
    );
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError(
      "The base URL must have no credentials, query or fragment: the key has a field of its own.",
    );
  return url.href.replace(/\/(?:chat\/completions\/?)?$/, "");
}

/** A short name, such as "qwen3:8b · Ollama". */
export function labelOf({ name, preset, baseUrl }: ChosenModel): string {
  return `${name} · ${preset === "custom" ? new URL(baseUrl).host : presetOf(preset).name}`;
}

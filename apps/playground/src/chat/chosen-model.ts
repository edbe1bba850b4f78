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

export type PresetId = "ollama" | "lm-studio" | "openai" | "openrouter" | "custom";

/** Where a model is, and what its program needs so that a page can call it. */
interface Preset {
  readonly id: PresetId;
  readonly name: string;
  readonly baseUrl: string;
  readonly needsKey?: true;
  /** Tokens that a model reads unless it is set otherwise. */
  readonly contextTokens: number;
  /** What to know of its context. */
  readonly onContext?: string;
  /** What to check when nothing answers. */
  readonly whenSilent: string;
  /** What to set when it refuses a page of this origin. */
  whenRefused(origin: string): string;
}

const sendHeader = (origin: string) =>
  `its operator must send Access-Control-Allow-Origin: ${origin}`;

export const presets: readonly Preset[] = [
  {
    id: "ollama",
    name: "Ollama",
    baseUrl: "http://localhost:11434/v1",
    contextTokens: 4096,
    onContext:
      "The tools alone need about 5,000. Ollama may read fewer unless it is started with, for example, OLLAMA_CONTEXT_LENGTH=32768.",
    whenSilent: "start it with “ollama serve”",
    whenRefused: (origin) => `start it with OLLAMA_ORIGINS=${origin}`,
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    baseUrl: "http://localhost:1234/v1",
    contextTokens: 4096,
    onContext: "The tools alone need about 5,000: load the model with a context of 16,000 or more.",
    whenSilent: "start its server with “lms server start --cors”",
    whenRefused: () =>
      "turn on CORS in its server settings, or start it with “lms server start --cors”",
  },
  {
    id: "openai",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    needsKey: true,
    contextTokens: 128_000,
    whenSilent: "check the connection to the internet",
    whenRefused: sendHeader,
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    needsKey: true,
    contextTokens: 128_000,
    whenSilent: "check the connection to the internet",
    whenRefused: sendHeader,
  },
  {
    id: "custom",
    name: "Custom",
    baseUrl: "",
    contextTokens: 32_768,
    whenSilent: "check the address and that it is running",
    whenRefused: sendHeader,
  },
];

export function presetOf(id: PresetId): Preset {
  return presets.find((each) => each.id === id)!;
}

const storageKey = "emberline.model";

/** Keeps a model and its key on the device. */
export function remember(model: ChosenModel): void {
  localStorage.setItem(storageKey, JSON.stringify(model));
}

export function forget(): void {
  localStorage.removeItem(storageKey);
}

/** The model that was kept on the device; null if there is none that can be used. */
export function remembered(): ChosenModel | null {
  try {
    const kept: ChosenModel = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    // Another version of the page may have kept it.
    const isKnown = presets.some(({ id }) => id === kept.preset);
    return isKnown ? { ...kept, baseUrl: parseBaseUrl(kept.baseUrl) } : null;
  } catch {
    return null;
  }
}

export type PresetId = "ollama" | "lm-studio" | "openai" | "openrouter" | "custom";

/** Where a model is, and what its program needs so that a page can call it. */
export interface Preset {
  readonly id: PresetId;
  readonly name: string;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Tokens that a model reads unless it is set otherwise. */
  readonly contextTokens: number;
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
    needsKey: false,
    contextTokens: 4096,
    whenSilent: "start it with “ollama serve”",
    whenRefused: (origin) => `start it with OLLAMA_ORIGINS=${origin}`,
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    baseUrl: "http://localhost:1234/v1",
    needsKey: false,
    contextTokens: 4096,
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
    needsKey: false,
    contextTokens: 32_768,
    whenSilent: "check the address and that it is running",
    whenRefused: sendHeader,
  },
];

export function presetOf(id: PresetId): Preset {
  return presets.find((each) => each.id === id)!;
}

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where a run is: the host's home, the model's address, and our program's file. */
export interface Place {
  readonly home: string;
  readonly model: string;
  readonly server: string;
}

/** A program of another maker that gives its model the tools of MCP servers. */
export interface Host {
  readonly package: string;
  readonly version: string;
  readonly bin: string;
  /** Its settings, by their path in the home. */
  readonly settings: (place: Place) => Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
}

const question = "What burned near Silver City?";
const args = (server: string) => [server, "--embedded"];
const stdio = (server: string) => ({ command: "node", args: args(server) });
const servers = (server: object) => JSON.stringify({ mcpServers: { emberline: server } });

/** Those of npm that take another model without an account. */
export const hosts: readonly Host[] = [
  {
    package: "@anthropic-ai/claude-code",
    version: "2.1.332",
    bin: "claude",
    settings: ({ server }) => ({ "mcp.json": servers(stdio(server)) }),
    args: ["-p", question, "--mcp-config", "mcp.json", "--allowedTools", "mcp__emberline"],
    env: ({ model }) => ({
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
  },
  {
    package: "@openai/codex",
    version: "0.171.0",
    bin: "codex",
    settings: ({ model, server }) => ({
      ".codex/config.toml": [
        'model = "stand-in"',
        'model_provider = "stand-in"',
        'approval_policy = "never"',
        "[model_providers.stand-in]",
        'name = "stand-in"',
        `base_url = "${model}/v1"`,
        "[mcp_servers.emberline]",
        'command = "node"',
        `args = ${JSON.stringify(args(server))}`,
      ].join("\n"),
    }),
    args: ["exec", "--skip-git-repo-check", question],
  },
  {
    package: "@google/gemini-cli",
    version: "0.61.0",
    bin: "gemini",
    settings: ({ server }) => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { emberline: { ...stdio(server), trust: true } },
      }),
    }),
    args: ["-m", "gemini-2.5-pro", "--approval-mode", "yolo", "-p", question],
    env: ({ model }) => ({
      GEMINI_API_KEY: "none",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GOOGLE_GEMINI_BASE_URL: model,
    }),
  },
  {
    package: "opencode-ai",
    version: "1.18.33",
    bin: "opencode",
    settings: ({ model, server }) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: "local/stand-in",
        small_model: "local/stand-in",
        autoupdate: false,
        provider: {
          local: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${model}/v1`, apiKey: "none" },
            models: { "stand-in": {} },
          },
        },
        mcp: { emberline: { type: "local", command: ["node", ...args(server)], enabled: true } },
      }),
    }),
    args: ["run", question],
  },
  {
    package: "@github/copilot",
    version: "1.0.102",
    bin: "copilot",
    settings: ({ server }) => ({
      ".copilot/mcp-config.json": servers({ type: "local", ...stdio(server), tools: ["*"] }),
    }),
    args: ["-p", question, "--allow-all-tools", "--disable-builtin-mcps"],
    env: ({ model }) => ({
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: "stand-in",
      COPILOT_OFFLINE: "true",
    }),
  },
  {
    package: "cline",
    version: "3.0.65",
    bin: "cline",
    settings: ({ model, server }) => {
      const settings = {
        provider: "openai-compatible",
        apiKey: "none",
        model: "stand-in",
        baseUrl: `${model}/v1`,
      };
      const providers = {
        "openai-compatible": {
          settings,
          updatedAt: "2026-11-28T00:00:00.000Z",
          tokenSource: "manual",
        },
      };
      const saved = { version: 1, lastUsedProvider: "openai-compatible", modes: {}, providers };
      const folder = ".cline/data/settings";
      return {
        [`${folder}/cline_mcp_settings.json`]: servers({
          transport: { type: "stdio", ...stdio(server) },
        }),
        [`${folder}/providers.json`]: JSON.stringify(saved),
      };
    },
    args: ["-P", "openai-compatible", "-m", "stand-in", question],
    // No daemon that outlives it.
    env: () => ({ CLINE_SESSION_BACKEND_MODE: "local" }),
  },
  {
    package: "@continuedev/cli",
    version: "1.5.47",
    bin: "cn",
    settings: ({ model, server }) => ({
      "config.yaml": JSON.stringify({
        name: "fires",
        version: "1.0.0",
        schema: "v1",
        models: [
          {
            name: "stand-in",
            provider: "openai",
            model: "stand-in",
            apiBase: `${model}/v1`,
            apiKey: "none",
            capabilities: ["tool_use"],
          },
        ],
        mcpServers: [{ name: "emberline", ...stdio(server) }],
      }),
    }),
    args: ["--config", "config.yaml", "--auto", "-p", question],
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: "0" }),
  },
];

export async function writeSettings(host: Host, place: Place): Promise<void> {
  for (const [path, text] of Object.entries(host.settings(place))) {
    const file = join(place.home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

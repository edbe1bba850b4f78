/** Where the server is, and what it asks for. */
export interface Place {
  /** Without a slash at the end. */
  readonly address: string;
  readonly needsKey: boolean;
}

export interface Snippet {
  /** Where it belongs: a shell, a file, a program. */
  readonly label: string;
  readonly text: string;
}

/** A program or a library that can use the tools. */
export interface Client {
  /** In links. */
  readonly id: string;
  readonly name: string;
  /** How it speaks to the server. */
  readonly surface: "mcp" | "http";
  /** The format in which its model reads the schemas, as `GET /tools?format=` names it. */
  readonly format: string;
  readonly snippets: (place: Place) => readonly Snippet[];
}

/** Keys stay variables: commands are shared, keys must not be. */
export const keyName = "EMBERLINE_API_KEY";
/** Programs that connect to the server over MCP. */
export const hosts: readonly Client[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    surface: "mcp",
    format: "anthropic",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `claude mcp add --transport http emberline ${place.address}/mcp${inShell(place)}`,
      },
    ],
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    surface: "mcp",
    format: "anthropic",
    snippets: (place) => [
      {
        label: "claude_desktop_config.json, by Settings → Developer → Edit Config",
        text: json({ mcpServers: { emberline: bridge(place) } }),
      },
    ],
  },
  {
    id: "vs-code",
    name: "VS Code",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `code --add-mcp '${JSON.stringify({ name: "emberline", type: "http", ...remote(place, `\${env:${keyName}}`) })}'`,
      },
      {
        label: ".vscode/mcp.json",
        text: json({
          servers: { emberline: { type: "http", ...remote(place, `\${env:${keyName}}`) } },
        }),
      },
    ],
  },
  {
    id: "cursor",
    name: "Cursor",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "~/.cursor/mcp.json",
        text: json({ mcpServers: { emberline: remote(place, `\${env:${keyName}}`) } }),
      },
    ],
  },
  {
    id: "goose",
    name: "Goose",
    surface: "mcp",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "~/.config/goose/config.yaml",
        text: [
          "extensions:",
          "  emberline:",
          "    type: streamable_http",
          "    name: emberline",
          "    enabled: true",
          `    uri: ${address}/mcp`,
          ...(needsKey
            ? [
                `    env_keys: [${keyName}]`,
                `    headers:`,
                `      Authorization: Bearer \${${keyName}}`,
              ]
            : []),
          "    timeout: 300",
        ].join("\n"),
      },
    ],
  },
  {
    id: "codex",
    name: "Codex",
    surface: "mcp",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "Terminal",
        text: `codex mcp add emberline --url ${address}/mcp${needsKey ? ` --bearer-token-env-var ${keyName}` : ""}`,
      },
      {
        label: "or in ~/.codex/config.toml",
        text: [
          "[mcp_servers.emberline]",
          `url = "${address}/mcp"`,
          ...(needsKey ? [`bearer_token_env_var = "${keyName}"`] : []),
        ].join("\n"),
      },
    ],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    surface: "mcp",
    format: "gemini",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `gemini mcp add --transport http emberline ${place.address}/mcp${inShell(place)}`,
      },
      {
        label: "or in ~/.gemini/settings.json",
        text: json({ mcpServers: { emberline: remote(place, `$${keyName}`, "httpUrl") } }),
      },
    ],
  },
  {
    id: "opencode",
    name: "opencode",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "~/.config/opencode/opencode.json",
        text: json({
          mcp: {
            emberline: { type: "remote", ...remote(place, `{env:${keyName}}`), enabled: true },
          },
        }),
      },
    ],
  },
  {
    id: "copilot-cli",
    name: "Copilot CLI",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `copilot mcp add --transport http emberline ${place.address}/mcp${inShell(place)}`,
      },
    ],
  },
  {
    id: "cline",
    name: "Cline",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "Terminal",
        text: `cline mcp install emberline --yes --transport http ${place.address}/mcp${inShell(place)}`,
      },
    ],
  },
  {
    id: "continue",
    name: "Continue",
    surface: "mcp",
    format: "openai",
    snippets: ({ address, needsKey }) => [
      {
        label: "~/.continue/config.yaml",
        text: [
          "mcpServers:",
          "  - name: emberline",
          "    type: streamable-http",
          `    url: ${address}/mcp`,
          ...(needsKey
            ? [
                "    requestOptions:",
                "      headers:",
                `        Authorization: Bearer \${{ secrets.${keyName} }}`,
              ]
            : []),
        ].join("\n"),
      },
    ],
  },
  {
    id: "zed",
    name: "Zed",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "settings.json, by Command Palette → zed: open settings",
        text: json({ context_servers: { emberline: remote(place, "YOUR_KEY") } }),
      },
    ],
  },
  {
    id: "windsurf",
    name: "Windsurf",
    surface: "mcp",
    format: "openai",
    snippets: (place) => [
      {
        label: "~/.codeium/windsurf/mcp_config.json",
        text: json({
          mcpServers: { emberline: remote(place, `\${env:${keyName}}`, "serverUrl") },
        }),
      },
    ],
  },
];

/** A remote server as hosts with a JSON configuration name it. */
function remote({ address, needsKey }: Place, key: string, url = "url") {
  const headers = { Authorization: `Bearer ${key}` };
  return { [url]: `${address}/mcp`, ...(needsKey && { headers }) };
}

/** The option by which commands that add a server take its key. */
function inShell({ needsKey }: Place): string {
  return needsKey ? ` --header "Authorization: Bearer $${keyName}"` : "";
}

/** For clients that start programs only: a program that passes on to the server. */
function bridge({ address, needsKey }: Place) {
  const header = ["--header", `Authorization:\${AUTHORIZATION}`];
  const isPlain = address.startsWith("http:");
  return {
    command: "npx",
    args: [
      "-y",
      "mcp-remote",
      `${address}/mcp`,
      ...(isPlain ? ["--allow-http"] : []),
      ...(needsKey ? header : []),
    ],
    ...(needsKey && { env: { AUTHORIZATION: `Bearer YOUR_KEY` } }),
  };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

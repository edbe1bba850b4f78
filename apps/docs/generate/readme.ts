import { clients } from "../../playground/src/connect/clients.ts";
import { address } from "./connect.ts";
import { openSampleCalls } from "./sample-calls.ts";

const input = {
  collection: "svc:hotspots",
  near: "Chester, California",
  time: "last 24h",
  sort: "-frp",
  limit: 1,
};

/** A call of the README with its answer, as a terminal shows them. */
export async function transcript(): Promise<string> {
  const call = await openSampleCalls();
  const result = await call("query_features", input);
  if (!result.ok) throw result.error;
  const options = `-H 'Content-Type: application/json' -d '${JSON.stringify(input)}'`;
  return `\`\`\`console
$ curl ${options} ${address}/tools/query_features
${result.text}
\`\`\``;
}

const built = "`node /absolute/path/emberline/apps/mcp/dist/emberline-mcp.js --embedded`";

/** The lines that connect a client, of which those of the playground are taken from there. */
export function connectTable(): string {
  const terminal = ["claude-code", "vs-code"].map((id) => {
    const { name, snippets } = clients.find((client) => client.id === id)!;
    return [name, `\`${snippets({ address, needsKey: false })[0]!.text}\``];
  });
  const rows = [
    ["client", "how"],
    ["---", "---"],
    ...terminal,
    ["MCP over HTTP", `\`${address}/mcp\``],
    ["MCP over stdio", `\`npx -y emberline-mcp --embedded\`; before it is published ${built}`],
    [
      "function calling",
      "`GET /tools`, `POST /tools/{name}`, `GET /openapi.json`; page `/docs/api`",
    ],
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

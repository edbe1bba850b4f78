import { clients } from "../../playground/src/connect/clients.ts";
import { address } from "./connect.ts";
import { openSampleCalls } from "./sample-calls.ts";

type Answer = Readonly<Record<string, unknown>>;
type Rows = readonly (readonly unknown[])[];

/** A question of the README, the call that answers it, and its answer in words. */
interface Question {
  readonly question: string;
  readonly tool: string;
  readonly input: Answer;
  words(answer: Answer): string;
}

const week = "2025-06-17/2025-06-23";

const questions: readonly Question[] = [
  {
    question: "Was there a fire near Silver City, New Mexico, in the week from 17 to 23 June 2025?",
    tool: "assess_location",
    input: { near: "Silver City, New Mexico", radius_km: 50, time: week },
    words({ matched, labels, tables }) {
      const { inside_perimeter: inside } = labels as Readonly<Record<string, number>>;
      const [fire] = recordsOf(tables, "perimeters");
      const [town] = recordsOf(tables, "towns");
      return `Yes: the ${fire!.fire} fire. Satellites saw heat ${matched} times within 50 km, ${inside} of them inside its outline. Its edge is ${rounded(fire!.distance_km)} km ${fire!.compass} of the town, and ${town!.perimeter_km} km from ${town!.town}, the nearest town.`;
    },
  },
  {
    question: "How did the Trout fire grow?",
    tool: "assess_fire",
    input: { fire: "Trout", time: "2025-06-12/2025-06-24" },
    words({ fire, perimeter, mappings }) {
      const { largest_day_step: fastest } = fire as { largest_day_step: Answer };
      const { area_km2: area, time } = perimeter as Answer;
      return `To ${rounded(area)} km² on ${time}, by ${mappings} mappings; most until ${fastest.to}, by ${rounded(fastest.change_km2)} km² since the mapping before.`;
    },
  },
  {
    question: "And near Boise, Idaho, in the same week?",
    tool: "query_features",
    input: { collection: "svc:hotspots", near: "Boise, Idaho", time: week },
    words({ matched, complete, notices }) {
      const reason = (notices as string[]).find((each) => each.includes("read only for"));
      return `Not known: ${matched} detections, "complete": ${complete}, since "${reason}" No false all-clear.`;
    },
  },
];

/** The questions of the README with their calls and answers, on what \`npm start\` serves. */
export async function transcript(): Promise<string> {
  const call = await openSampleCalls();
  const parts: string[] = [];
  for (const { question, tool, input, words } of questions) {
    const result = await call(tool, input);
    if (!result.ok) throw result.error;
    parts.push(
      `**${question}** ${words(result.output as Answer)}`,
      `\`\`\`sh
curl -H 'Content-Type: application/json' ${address}/tools/${tool} \\
  -d '${JSON.stringify(input)}'
\`\`\``,
    );
  }
  return parts.join("\n\n");
}

function recordsOf(tables: unknown, name: string): Answer[] {
  const { columns, rows, constants } = (tables as Readonly<Record<string, Answer>>)[name]!;
  return (rows as Rows).map((row) => ({
    ...(constants as Answer),
    ...Object.fromEntries((columns as string[]).map((column, i) => [column, row[i]])),
  }));
}

function rounded(value: unknown): string {
  return Number(value).toFixed(Number(value) < 100 ? 1 : 0);
}

const shown = ["claude-code", "vs-code", "cursor", "codex", "goose", "chatgpt", "claude-desktop"];
const bundle =
  "[one-click bundle](docs/connect.md#claude-desktop-with-one-click), or its config file";

/** How to connect clients: links that install where a client has them, else lines to copy. */
export function connectTable(): string {
  const rows = shown.map((id) => {
    const { name, snippets } = clients.find((client) => client.id === id)!;
    const { label, text } = snippets({ address, needsKey: false })[0]!;
    const isLine = !text.includes("\n");
    return [
      name,
      id === "claude-desktop"
        ? bundle
        : isLine
          ? `\`${text}\``
          : `in ${label}: [lines to copy](docs/connect.md)`,
    ];
  });
  const all = [
    ["client", "how"],
    ["---", "---"],
    ...rows,
    ["any other over MCP", `\`${address}/mcp\`, or \`npx -y emberline-mcp --embedded\` on stdio`],
    ["function calling", "`GET /tools`, `POST /tools/{name}`, `GET /openapi.json`"],
  ];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Links that install the server in an editor, as its makers describe them. */
export function installButtons(): string {
  const remote = { name: "emberline", type: "http", url: `${address}/mcp` };
  const ofCursor = Buffer.from(JSON.stringify({ url: `${address}/mcp` })).toString("base64");
  return [
    `[Install in VS Code](https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify(remote))}`)})`,
    `[Install in Cursor](https://cursor.com/en/install-mcp?name=emberline&config=${encodeURIComponent(ofCursor)})`,
    "[one-click bundle for Claude Desktop](docs/connect.md#claude-desktop-with-one-click)",
  ].join(" · ");
}

import type { Call } from "./as-curl.ts";

/** The call as a module in TypeScript, by the typed client. */
export function toTypeScript(origin: string, { tool, args }: Call, withKey: boolean): string {
  const key = withKey ? ", key: process.env.EMBERLINE_API_KEY" : "";
  return [
    'import { createToolsClient } from "@emberline/http-tools/client";',
    "",
    `const tools = createToolsClient({ url: ${JSON.stringify(origin)}${key} });`,
    `const answer = await tools.call(${JSON.stringify(tool)}, ${JSON.stringify(args, null, 2)});`,
    "console.log(JSON.stringify(answer));",
    "",
  ].join("\n");
}

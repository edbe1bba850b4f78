import { toolPath } from "../api.ts";
import type { JsonObject } from "../json.ts";

export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * The call as a command for a POSIX shell.
 *
 * @param withKey whether the server asks for a key. It stands as a variable: a
 * command gets shared, a key must not.
 */
export function toCurl(origin: string, { tool, args }: Call, withKey: boolean): string {
  const lines = [
    `curl ${quote(`${origin}${toolPath(tool)}`)}`,
    ...(withKey ? ['-H "Authorization: Bearer $EMBERLINE_API_KEY"'] : []),
    `-H ${quote("Content-Type: application/json")}`,
    `-d ${quote(JSON.stringify(args))}`,
  ];
  return lines.join(" \\\n  ");
}

/**
 * Between single quotes a POSIX shell changes nothing; a single quote
 * itself must stand outside of them.
 */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

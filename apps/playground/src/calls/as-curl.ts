import type { JsonObject } from "../json.ts";
import { toolPath } from "../server/api.ts";

/** A call to be copied. */
export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * The call as a command for a POSIX shell.
 *
 * @param withKey whether the server asks for a key. It stays a variable: commands are shared, keys
 *   must not be.
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

/** Quotes text for a POSIX shell; a single quote must stand outside the quoted parts. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

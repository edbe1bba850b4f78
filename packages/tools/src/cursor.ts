import { z } from "zod";
import { invalidInput } from "./errors.ts";

/**
 * A cursor is the base64url text of a small JSON array that starts with the
 * name of its tool. It holds no host and no secret, and everything in it is
 * checked when it comes back.
 */
export function encodeCursor(tool: string, state: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify([tool, state]));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The state in a cursor of this tool. @throws ToolError `invalid_input` for anything else */
export function decodeCursor<State extends z.ZodType>(
  tool: string,
  cursor: string,
  schema: State,
): z.output<State> {
  const parsed = z.tuple([z.literal(tool), schema]).safeParse(decodeJson(cursor));
  if (!parsed.success) {
    throw invalidInput(
      `This cursor is not one of ${tool}: pass the next_cursor of an earlier answer of ${tool} unchanged, or leave it out to start anew.`,
    );
  }
  return parsed.data[1] as z.output<State>;
}

function decodeJson(cursor: string): unknown {
  try {
    const binary = atob(cursor.replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(
        Uint8Array.from(binary, (char) => char.charCodeAt(0)),
      ),
    );
  } catch {
    return undefined;
  }
}

import type { Context } from "hono";
import { problem } from "./problem.ts";

/** Whether a flag such as `?dry_run` is set; a problem if its value is neither true nor false. */
export function flagOf(c: Context, name: string): boolean | Response {
  const value = c.req.query(name)?.toLowerCase();
  if (value === undefined || value === "0" || value === "false") return false;
  if (value === "" || value === "1" || value === "true") return true;
  return problem("invalid_input", `${name} must be true or false: write ?${name}=true.`);
}

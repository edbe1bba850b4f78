import { type CallContext, planCall, type Tool } from "@emberline/tools";
import type { Context } from "hono";
import { json } from "./answers.ts";
import { problem, toolProblem } from "./problem.ts";

/** Whether `?dry_run` was given, or the problem if its value is neither true nor false. */
export function isDryRun(c: Context): boolean | Response {
  const value = c.req.query("dry_run")?.toLowerCase();
  if (value === undefined || value === "0" || value === "false") return false;
  if (value === "" || value === "1" || value === "true") return true;
  return problem("invalid_input", "dry_run must be true or false: write ?dry_run=true.");
}

/** Answers with what the call would select and request, without requesting features. */
export async function dryRun(tool: Tool, input: unknown, context: CallContext): Promise<Response> {
  const plan = await planCall(tool, input, context);
  return plan.ok ? json(plan.text) : toolProblem(plan.error);
}

import { type CallContext, planCall, rawSizeOf, type Tool } from "@emberline/tools";
import { json } from "./answers.ts";
import { toolProblem } from "./problem.ts";

/** Answers with what the call would select and request, without requesting features. */
export async function dryRun(tool: Tool, input: unknown, context: CallContext): Promise<Response> {
  const plan = await planCall(tool, input, context);
  return plan.ok ? json(plan.text) : toolProblem(plan.error);
}

/** Answers with the size of the GeoJSON of what the call selects. */
export async function rawSize(tool: Tool, input: unknown, context: CallContext): Promise<Response> {
  const size = await rawSizeOf(tool, input, context);
  return size.ok ? json(size.text) : toolProblem(size.error);
}

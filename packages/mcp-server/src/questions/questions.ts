import type { CallResult, Choice } from "@emberline/tools";
import {
  acceptedContent,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { clientCapabilities } from "../common/client-capabilities.ts";

/** Arguments that may mean several things. */
const askable = ["near", "within", "fire"];
/** Servers of clients whose answers may reach another process. */
const unasked = new WeakSet<McpServer>();

/** Notes whether the answers of a server's client come to this process. */
export function setAsked(mcp: McpServer, isAsked: boolean): void {
  if (isAsked) unasked.delete(mcp);
  else unasked.add(mcp);
}

/** The arguments of a call with what the person has answered in place of what was ambiguous. */
export function withAnswers(given: unknown, { mcpReq }: ServerContext): unknown {
  const { inputResponses } = mcpReq;
  if (!inputResponses || typeof given !== "object" || given === null) return given;
  const answers = askable.flatMap((argument) => {
    const answer = acceptedContent(inputResponses, argument)?.[argument];
    return typeof answer === "string" ? [[argument, answer]] : [];
  });
  return { ...given, ...Object.fromEntries(answers) };
}

/** The question that would make a failed call succeed; null if there is none, or no one to ask. */
export function questionAfter(
  result: CallResult,
  ctx: ServerContext,
  mcp: McpServer,
): InputRequiredResult | null {
  const choice = result.ok ? undefined : result.error.choice;
  // Who declined is not asked again.
  if (!choice || ctx.mcpReq.inputResponses?.[choice.argument] !== undefined) return null;
  if (unasked.has(mcp)) return null;
  return canAsk(clientCapabilities(ctx, mcp))
    ? inputRequired({ inputRequests: { [choice.argument]: toRequest(choice) } })
    : null;
}

/** Without modes, forms are meant. */
function canAsk(capabilities: ClientCapabilities | undefined): boolean {
  const { elicitation } = capabilities ?? {};
  return elicitation !== undefined && (elicitation.form ?? !elicitation.url) !== false;
}

function toRequest({ argument, question, options }: Choice) {
  return inputRequired.elicit({
    message: question,
    requestedSchema: {
      type: "object",
      properties: {
        // Of the forms with titles the only one that all revisions have.
        [argument]: {
          type: "string",
          title: question,
          enum: options.map(({ value }) => value),
          enumNames: options.map(({ label }) => label),
        },
      },
      required: [argument],
    },
  });
}

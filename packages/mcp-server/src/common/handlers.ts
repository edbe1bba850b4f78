import type { CallResult, ToolError } from "@emberline/tools";
import {
  type HandlerResultTypeMap,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestTypeMap,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { inRequestSpan } from "./request-span.ts";

/** Runs a tool for one request: it ends with the request, and reports its progress. */
export type Run = (name: string, input: unknown) => Promise<CallResult>;

/** The methods that are answered by running tools. */
type Method =
  | "resources/list"
  | "resources/templates/list"
  | "resources/read"
  | "prompts/list"
  | "prompts/get"
  | "completion/complete";

type Result<M extends Method> = Exclude<HandlerResultTypeMap[M], InputRequiredResult>;

/** Answers to methods, prepared once for all requests. */
export type Handlers = {
  readonly [M in Method]?: (
    params: NonNullable<RequestTypeMap[M]["params"]>,
    run: Run,
  ) => Result<M> | Promise<Result<M>>;
};

/** Answers these methods on a server. */
export function install(
  server: Server,
  handlers: Handlers,
  run: (ctx: ServerContext, name: string, input: unknown) => Promise<CallResult>,
): void {
  for (const method of Object.keys(handlers) as Method[]) installOne(method, handlers[method]!);

  function installOne<M extends Method>(method: M, handle: NonNullable<Handlers[M]>): void {
    server.setRequestHandler(method, ({ params }: RequestTypeMap[M], ctx: ServerContext) =>
      inRequestSpan({ method }, ctx, () =>
        handle((params ?? {}) as never, (name, input) => run(ctx, name, input)),
      ),
    );
  }
}

/** The answer of a tool; its failure as a protocol error. */
export async function answerOf(running: Promise<CallResult>) {
  const result = await running;
  if (!result.ok) throw toProtocolError(result.error);
  return result;
}

function toProtocolError({ code, message }: ToolError): ProtocolError {
  const isCallers = code === "invalid_input" || code === "not_found";
  return isCallers
    ? invalidParams(message)
    : new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message}`);
}

/** @param message what was wrong, and what would be right */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

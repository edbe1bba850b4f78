export type { HttpToolsOptions } from "./calls/options.ts";
export {
  type ProblemCode,
  type ProblemKind,
  problem,
  problems,
  problemTypesUnder,
} from "./common/problems.ts";
export { requestIdOf, requestIds } from "./common/read-body.ts";
export { createHttpTools } from "./http-tools.ts";
export type {
  IdempotencyStore,
  KeyedRequest,
  StoredAnswer,
} from "./idempotency/idempotency-store.ts";
export { MemoryIdempotency } from "./idempotency/memory-idempotency.ts";
export { problemPages } from "./problem-pages.ts";
export { toAnthropicTool } from "./providers/anthropic.ts";
export { toGeminiFunctionDeclaration } from "./providers/gemini.ts";
export { toOpenAiResponsesTool, toOpenAiTool, toStrictOpenAiTool } from "./providers/openai.ts";

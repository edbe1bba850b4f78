export { createHttpTools, type HttpToolsOptions } from "./http-tools.ts";
export { problem } from "./problem.ts";

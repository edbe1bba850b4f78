export { Cql2Error, type Cql2ErrorCode } from "./error.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { type ParseOptions, parse } from "./parse.ts";
export { print } from "./print.ts";

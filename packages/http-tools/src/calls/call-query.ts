import type { Context } from "hono";
import { flagOf } from "../flag.ts";
import { problem } from "../problem.ts";
import { wrongName, wrongParameter } from "../wrong-name.ts";
import { callFormats } from "./read-calls.ts";

/** The parameters of `POST /tools/call`. */
export interface CallQuery {
  readonly format?: string | undefined;
  /** Whether calls of tools that are not offered get an error as their result. */
  readonly refusesOthers: boolean;
  /** The longest answers of all calls together, in tokens. */
  readonly maxTokens?: number | undefined;
  /** Whether the results are the plans of the calls. */
  readonly isPlan: boolean;
}

const othersWords = ["leave", "refuse"];

/** The parameters, or the refusal of a wrong one. */
export function readCallQuery(c: Context): CallQuery | Response {
  const queries = c.req.queries();
  const refusal = wrongParameter(queries, ["format", "others", "max_tokens", "dry_run"]);
  if (refusal) return refusal;
  const [format] = queries.format ?? [];
  if (format !== undefined && !callFormats.includes(format))
    return wrongName(["format", "formats"], format, callFormats);
  const [others = "leave"] = queries.others ?? [];
  if (!othersWords.includes(others))
    return wrongName(["choice of others", "choices"], others, othersWords);
  const [tokens] = queries.max_tokens ?? [];
  if (tokens !== undefined && !/^\d{1,9}$/.test(tokens)) {
    return problem(
      "invalid_input",
      `max_tokens must be a whole number of tokens such as 6000, not ${JSON.stringify(tokens.slice(0, 100))}.`,
    );
  }
  const isPlan = flagOf(c, "dry_run");
  if (isPlan instanceof Response) return isPlan;
  return {
    format,
    isPlan,
    refusesOthers: others === "refuse",
    ...(tokens !== undefined && { maxTokens: Number(tokens) }),
  };
}

import { describeTool, didYouMean, type Tool } from "@emberline/tools";
import type { Handler } from "hono";
import { json } from "./answers.ts";
import { problem } from "./problem.ts";
import { providerFormats } from "./providers/formats.ts";

/** Answers `GET /tools`: the tools with JSON Schemas, or in a model provider's format. */
export function listTools(tools: readonly Tool[]): Handler {
  const descriptions = tools.map(describeTool);
  const listing = JSON.stringify({ tools: descriptions });
  return (c) => {
    const name = c.req.query("format");
    if (name === undefined) return json(listing);
    const format = providerFormats.get(name);
    return format ? json(JSON.stringify({ tools: format(descriptions) })) : unknownFormat(name);
  };
}

function unknownFormat(name: string): Response {
  const names = [...providerFormats.keys()];
  const asked = JSON.stringify(name.slice(0, 100));
  return problem(
    400,
    "invalid_input",
    `There is no format ${asked}.${didYouMean(name, names)} The formats are ${names.join(", ")}; leave it out for JSON Schemas of input and output.`,
  );
}

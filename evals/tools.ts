import { countTokens } from "@emberline/tools";
import { type ToolAnswer, ToolRefusal } from "./question.ts";

/** The tools of a server over HTTP function calling, with the cost of one question so far. */
export class Tools {
  readonly #url: string;
  calls = 0;
  /** o200k tokens of all replies. */
  tokens = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws {ToolRefusal} when the tool answers with an error */
  async call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const response = await fetch(new URL(`/tools/${encodeURIComponent(tool)}`, this.#url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    this.calls++;
    this.tokens += await countTokens(text);
    const body = JSON.parse(text) as ToolAnswer;
    if (!response.ok) throw new ToolRefusal(String(body.code), String(body.detail));
    return body;
  }
}

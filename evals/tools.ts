import { countTokens } from "@emberline/tools";
import { type ToolAnswer, ToolRefusal } from "./question.ts";

/** A call as it was made, and what it was answered. */
export interface Reply {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

/** The tools of a server over HTTP function calling, with the cost of one question so far. */
export class Tools {
  readonly #url: string;
  readonly #replies: Reply[] = [];
  /** o200k tokens of all replies. */
  tokens = 0;

  constructor(url: string) {
    this.#url = url;
  }

  get calls(): number {
    return this.#replies.length;
  }

  get replies(): readonly Reply[] {
    return this.#replies;
  }

  /** @throws {ToolRefusal} when the tool answers with an error */
  async call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const response = await fetch(new URL(`/tools/${encodeURIComponent(tool)}`, this.#url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    this.#replies.push({ tool, input, text, isError: !response.ok });
    this.tokens += await countTokens(text);
    const body = JSON.parse(text) as ToolAnswer;
    if (!response.ok) throw new ToolRefusal(String(body.code), String(body.detail));
    return body;
  }
}

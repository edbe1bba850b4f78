import { countTokens } from "@emberline/tools";
import { type ToolAnswer, ToolRefusal } from "./question.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolReply {
  readonly ok: boolean;
  /** The body: the answer, or problem details (RFC 9457). */
  readonly text: string;
}

/** A call as it was made, and what it was answered. */
export interface Reply {
  readonly tool: string;
  readonly input: string;
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

  async list(): Promise<readonly ToolDefinition[]> {
    const response = await fetch(new URL("/tools", this.#url));
    if (!response.ok) throw new Error(`GET /tools answered ${response.status}`);
    const { tools } = (await response.json()) as { tools: readonly ToolDefinition[] };
    return tools;
  }

  /** The reply as a model sees it, even if it is an error. `input` is JSON text. */
  async reply(tool: string, input: string): Promise<ToolReply> {
    const response = await fetch(new URL(`/tools/${encodeURIComponent(tool)}`, this.#url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: input,
    });
    const text = await response.text();
    this.#replies.push({ tool, input, text, isError: !response.ok });
    this.tokens += await countTokens(text);
    return { ok: response.ok, text };
  }

  /** @throws {ToolRefusal} when the tool answers with an error */
  async call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const { ok, text } = await this.reply(tool, JSON.stringify(input));
    const body = JSON.parse(text) as ToolAnswer;
    if (!ok) throw new ToolRefusal(String(body.code), String(body.detail));
    return body;
  }
}

/**
 * A number in the unit that the question names, a name, an id or a
 * word, or several of them in order.
 */
export type Answer = number | string | readonly (number | string)[];

/** A tool's answer: the members of its output schema. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** Calls a tool by name. Rejects with a `ToolRefusal` when the tool answers with an error. */
export type Call = (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** An error answer of a tool, from its problem details. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** A question in everyday words. Its answer is in `answers.json` under its id. */
export interface Question {
  readonly id: string;
  readonly ask: string;
  /** Tolerance of a right number, in the unit of the answer; default 0. */
  readonly tolerance?: number;
  /** It is asked of a service that keeps the hotspots of ten days only; default: of all data. */
  readonly isOfKept?: boolean;
  /** Maximum tool calls of the reference route. */
  readonly maxCalls: number;
  /** Maximum o200k tokens of all answers to these calls. */
  readonly maxTokens: number;
  /**
   * The reference route: which tools with which arguments, and how the answer is read from theirs.
   */
  route(call: Call): Promise<Answer>;
}

/**
 * A number in the unit that the question names, a name, an id or a
 * word, or several of them in order.
 */
export type Answer = number | string | readonly (number | string)[];

/** What a tool answered: the members of its output schema. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** Calls a tool by name. Rejects with a `ToolRefusal` when the tool answers with an error. */
export type Call = (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** An error answer of a tool: problem details, read. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** A question in the words people use. Its right answer stands under its id in `answers.json`. */
export interface Question {
  readonly id: string;
  readonly ask: string;
  /**
   * Largest difference from a right number that is still right, in the
   * unit of the answer; 0 when absent.
   */
  readonly tolerance?: number;
  /** Most tool calls that the reference route may take. */
  readonly maxCalls: number;
  /** Most o200k tokens that all answers of these calls may take together. */
  readonly maxTokens: number;
  /**
   * The reference route: which tools with which arguments, and how
   * the answer is read out of theirs.
   */
  route(call: Call): Promise<Answer>;
}

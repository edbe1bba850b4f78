import { recordsOf } from "@emberline/test-support/records";
import { type Call, type ToolAnswer, ToolRefusal } from "../question.ts";
import { column, first, numberAt } from "../read.ts";

/** What the tools say: a value, or in their own words why there is none. */
export type Said = number | string | boolean | { readonly obstacle: string };

/** How a kind of question is answered, from its `facts`: which tools with which arguments. */
export type Route<Facts> = (facts: Facts, call: Call) => Promise<Said>;

/** Words by which a tool says that it has no answer, or that its zero is no all-clear. */
const obstacles =
  /The data ends|has not come yet|before the oldest observation|no observations|holds \d+ of the|does not prove that the place was observed|No feature has|The filter excluded everything|has no property/;

type Input = Readonly<Record<string, unknown>>;

/**
 * Calls a tool and reads its answer; where nothing matches, what the tool says of that. A refusal of
 * a place or name, with what would be right, is such a word too.
 */
export async function ask(
  call: Call,
  tool: string,
  input: Input,
  read: (answer: ToolAnswer) => Said,
): Promise<Said> {
  try {
    const answer = await call(tool, input);
    if (numberAt(answer, "matched") === 0) return obstacleIn(answer);
    if (answer.matched_exact !== true) throw new Error("the number of matches is not exact");
    return read(answer);
  } catch (error) {
    if (isOfName(error)) return { obstacle: error.message };
    throw error;
  }
}

/** A place or area that is not known, or of which there are several. */
function isOfName(error: unknown): error is ToolRefusal {
  if (!(error instanceof ToolRefusal)) return false;
  return error.code === "not_found" || /may be several places|is not one place/.test(error.message);
}

/** The notices of an answer, which must say that there is no answer. */
export function obstacleIn({ notices }: ToolAnswer, words = obstacles): Said {
  const said = (Array.isArray(notices) ? notices : []).join(" ");
  if (!words.test(said)) throw new Error(`nothing says why there is no answer: ${said}`);
  return { obstacle: said };
}

export const matchedIn = (answer: ToolAnswer): number => numberAt(answer, "matched");

export const firstIn =
  (name: string) =>
  (answer: ToolAnswer): number | string =>
    first(answer, name);

/** The value of a column where another is greatest. */
export function atGreatest(answer: ToolAnswer, name: string, of: string): string {
  const counts = column(answer, of).map(Number);
  return String(column(answer, name)[counts.indexOf(Math.max(...counts))]);
}

/** The number of a group, 0 if the answer has no such group. */
export function countOf(answer: ToolAnswer, name: string, value: string): number {
  const group = recordsOf(answer).find((record) => record[name] === value);
  return group === undefined ? 0 : Number(group.count);
}

import { catalogue, firstTools } from "@emberline/tools";
import { searchTools } from "fire-questions";
import type { Question } from "./question.ts";

/** The tool that the reference route of a question calls first. */
async function firstTool({ id, route }: Question): Promise<string> {
  let first: string | undefined;
  await route((tool) => {
    first ??= tool;
    return Promise.reject(new Error("Only the name of the first tool is asked for."));
  }).catch(() => {});
  if (first === undefined) throw new Error(`The route of ${id} calls no tool.`);
  return first;
}

/** A question whose first tool is not among those that its words find. */
interface Missed {
  readonly id: string;
  readonly tool: string;
  readonly found: readonly string[];
}

/** Searches for the first tool of each question by the question's words. */
export async function missedTools(questions: readonly Question[]): Promise<readonly Missed[]> {
  const missed: Missed[] = [];
  let asked = "";
  for (const question of questions) {
    const { id, ask } = question;
    // What follows on is asked in the same conversation.
    asked = ask.startsWith("And ") ? `${asked} ${ask}` : ask;
    const tool = await firstTool(question);
    const found = searchTools(catalogue, asked).map(({ name }) => name);
    if (!found.includes(tool)) missed.push({ id, tool, found });
  }
  return missed;
}

/** One line per question whose first tool is not found, and a summary line. */
export function reportMissed(count: number, missed: readonly Missed[]): string {
  // Hosts that honour `anthropic/alwaysLoad` have these without a search.
  const searched = missed.filter(({ tool }) => !firstTools.has(tool));
  const share = (some: number) => `${some} of ${count} (${((some * 100) / count).toFixed(1)} %)`;
  return [
    ...missed.map(
      ({ id, tool, found }) => `${id}: ${tool} is not in ${found.join(", ") || "none"}`,
    ),
    `deferred: the first tool is found by ${share(count - missed.length)} questions, or loaded at once for ${share(count - searched.length)}`,
  ].join("\n");
}

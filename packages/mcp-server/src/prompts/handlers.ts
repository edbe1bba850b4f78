import { escapeHidden } from "@emberline/settings";
import { didYouMean, quoted } from "@emberline/tools";
import { type Handlers, invalidParams } from "../common/handlers.ts";
import { callText, offeredPrompts, type Prompt, promptNamed } from "./prompts.ts";

const maxArgumentLength = 2000;

export function promptHandlers(isOffered: (tool: string) => boolean): Handlers {
  const prompts = offeredPrompts(isOffered);
  const listed = prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: args.map((each) => ({ ...each })),
  }));
  return {
    "prompts/list": () => ({ prompts: listed }),
    "prompts/get"({ name, arguments: given = {} }) {
      const prompt = promptNamed(name, prompts);
      const text = textOf(prompt, checked(given, prompt));
      const content = { type: "text" as const, text };
      return { description: prompt.description, messages: [{ role: "user" as const, content }] };
    },
  };
}

/** The question, the calls that answer it, and what to mind. */
function textOf(prompt: Prompt, given: Readonly<Record<string, string>>): string {
  const quotedTexts = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const calls = prompt
    .calls(given)
    .map((call) => callText(call))
    .join("; then ");
  return escapeHidden(
    `${prompt.question(quotedTexts)} Call ${calls}. ${[prompt.answer, ...prompt.cautions].join(" ")}`,
  );
}

/** The arguments that are given; empty ones count as not given. */
function checked(given: Readonly<Record<string, string>>, prompt: Prompt): Record<string, string> {
  const names = prompt.arguments.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    throw invalidParams(
      `${prompt.name} has no argument ${quoted(name, 60)}.${didYouMean(name, names)} The arguments are ${names.join(", ")}.`,
    );
  }
  const texts: Record<string, string> = {};
  for (const { name, required, description } of prompt.arguments) {
    const value = given[name]?.trim() ?? "";
    if (value === "" && required)
      throw invalidParams(`${prompt.name} needs the argument ${name}: ${description}.`);
    if (value.length > maxArgumentLength)
      throw invalidParams(`${name} may have at most ${maxArgumentLength} characters.`);
    if (value !== "") texts[name] = value;
  }
  return texts;
}

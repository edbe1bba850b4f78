import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ModelSettings } from "./model.ts";
import type { Question } from "./question.ts";

export const usage = `npm run evals [-- QUESTION…]   all questions by their reference routes, or those named

  --model NAME         let this model answer by itself
  --base-url URL       its endpoint, compatible with OpenAI's chat completions: https://…/v1
  --api-key-env NAME   the environment variable that holds its key
  --data DIR           the data behind the answers (default ../shared/data)
  --help`;

export interface Settings {
  readonly questions: readonly Question[];
  readonly data: string;
  /** The model that answers; null: the reference routes do. */
  readonly model: ModelSettings | null;
}

/**
 * The settings; null if only the usage was requested.
 *
 * @throws {Error} when an option is wrong: one sentence for the caller
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  all: readonly Question[],
): Settings | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      model: { type: "string" },
      "base-url": { type: "string" },
      "api-key-env": { type: "string" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return null;
  const unknown = positionals.filter((id) => !all.some((each) => each.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no question ${unknown.join(", ")}: take names from answers.json.`);
  return {
    questions: all.filter(({ id }) => positionals.length === 0 || positionals.includes(id)),
    data: values.data ?? fileURLToPath(new URL("../../shared/data", import.meta.url)),
    model: modelOf(values.model, values["base-url"], values["api-key-env"], environment),
  };
}

function modelOf(
  model: string | undefined,
  baseUrl: string | undefined,
  keyName: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ModelSettings | null {
  const apiKey = keyName === undefined ? undefined : environment[keyName];
  if (keyName !== undefined && !apiKey)
    throw new Error(`The environment variable ${keyName} is empty: put the key into it.`);
  if (model === undefined && baseUrl === undefined) return null;
  if (model === undefined || baseUrl === undefined)
    throw new Error("--model and --base-url go together: give both, or neither.");
  if (!URL.canParse(baseUrl))
    throw new Error("--base-url is not a URL: give one such as https://…/v1.");
  return { model, baseUrl, ...(apiKey !== undefined && { apiKey }) };
}

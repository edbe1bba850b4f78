import { parseArgs } from "node:util";

/** What is wrong with a command, in one sentence for whoever typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The options of `run`. */
const runOptions = {
  mcp: { type: "string" },
  arm: { type: "string" },
  header: { type: "string", multiple: true },
  env: { type: "string", multiple: true },
  "tools-behind-search": { type: "boolean" },
  model: { type: "string" },
  "base-url": { type: "string" },
  api: { type: "string" },
  "api-key-env": { type: "string" },
  runs: { type: "string" },
  wordings: { type: "string" },
  questions: { type: "string", multiple: true },
  seed: { type: "string" },
  parallel: { type: "string" },
  "max-calls": { type: "string" },
  to: { type: "string" },
} as const;

const otherOptions = {
  seed: { type: "string" },
  as: { type: "string" },
  to: { type: "string" },
} as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface RunOptions {
  readonly arm:
    | {
        readonly is: "mcp";
        readonly server: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly environment: Readonly<Record<string, string>>;
      }
    | { readonly is: "csv" }
    | { readonly is: "none" };
  readonly areToolsBehindSearch: boolean;
  readonly api: "openai" | "anthropic";
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly runs: number;
  readonly wordings: "all" | "first";
  /** Kinds or ids; none: all. */
  readonly questions: readonly string[];
  readonly seed?: string;
  readonly parallel: number;
  readonly maxCalls: number;
  readonly to?: string;
}

/** @throws {UsageError} when an option is missing, unknown or wrong */
export function readRunOptions(args: readonly string[], environment: Environment): RunOptions {
  const { values, positionals } = parse(args, runOptions);
  const api = oneOf("--api", values.api ?? "openai", ["openai", "anthropic"]);
  const baseUrls = {
    openai: "https://api.openai.com/v1",
    anthropic: "https://api.anthropic.com/v1",
  };
  const key = values["api-key-env"];
  // `--questions a b` names several: what follows it are more of them.
  const questions = [...(values.questions ?? []), ...positionals].flatMap((each) =>
    each.split(","),
  );
  if (positionals.length > 0 && !values.questions)
    throw new UsageError(
      `"${positionals[0]}" is no option: put kinds of questions after --questions.`,
    );
  if (values.model === undefined) throw new UsageError("--model is missing: give a model's name.");
  return {
    arm: armOf(values, environment),
    areToolsBehindSearch: values["tools-behind-search"] ?? false,
    api,
    model: values.model,
    baseUrl: urlOf(values["base-url"] ?? baseUrls[api]),
    ...(key !== undefined && { apiKey: variable(key, environment) }),
    runs: count("--runs", values.runs ?? "4"),
    wordings: oneOf("--wordings", values.wordings ?? "first", ["all", "first"]),
    questions,
    ...(values.seed !== undefined && { seed: values.seed }),
    parallel: count("--parallel", values.parallel ?? "4"),
    maxCalls: count("--max-calls", values["max-calls"] ?? "15"),
    ...(values.to !== undefined && { to: values.to }),
  };
}

/** Words and options of the other commands. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parse(args, otherOptions);
  return { ...values, words: positionals };
}

function parse<Options extends typeof runOptions | typeof otherOptions>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}

function armOf(
  values: {
    readonly mcp?: string | undefined;
    readonly arm?: string | undefined;
    readonly header?: string[] | undefined;
    readonly env?: string[] | undefined;
  },
  environment: Environment,
): RunOptions["arm"] {
  const { mcp, arm, header = [], env = [] } = values;
  if ((mcp === undefined) === (arm === undefined))
    throw new UsageError(
      "Give the tools: --mcp with a command or URL, or --arm csv for files with code, or --arm none.",
    );
  if (mcp === undefined) return { is: oneOf("--arm", arm!, ["csv", "none"]) };
  return {
    is: "mcp",
    server: mcp,
    headers: Object.fromEntries(header.map((each) => headerOf(each, environment))),
    environment: Object.fromEntries(env.map((name) => [name, variable(name, environment)])),
  };
}

/** `Name=VARIABLE`: the value is in the environment, since others can see command lines. */
function headerOf(text: string, environment: Environment): [string, string] {
  const [, name, from] = /^([\w-]+)=(\w+)$/u.exec(text) ?? [];
  if (name === undefined || from === undefined)
    throw new UsageError(
      `--header is "${text}": give NAME=VARIABLE, an environment variable with the header's value.`,
    );
  return [name, variable(from, environment)];
}

function variable(name: string, environment: Environment): string {
  const value = environment[name];
  if (!value)
    throw new UsageError(`The environment variable ${name} is empty: put the value into it.`);
  return value;
}

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/u.test(url.protocol) || url.username || url.password || url.search)
    throw new UsageError(
      `--base-url is "${text}": give an http(s) URL without a name, password or query, such as https://api.openai.com/v1.`,
    );
  return text;
}

function count(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1000)
    throw new UsageError(`${option} is "${text}": give a whole number from 1 to 1000.`);
  return value;
}

export function oneOf<Choice extends string>(
  option: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw new UsageError(`${option} is "${text}": give ${choices.join(" or ")}.`);
  return choice;
}

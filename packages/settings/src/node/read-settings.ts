import { type SettingsTable, type ValueSetting, type ValuesOf, WrongValue } from "../setting.ts";
import { type Arguments, readArguments } from "./read-arguments.ts";

/** How a program was called. */
export interface Invocation {
  /** The command line after the program's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What the operator gave. */
export interface Given<Table extends SettingsTable> {
  readonly values: ValuesOf<Table>;
  /** Arguments that belong to no option. */
  readonly positionals: readonly string[];
}

/**
 * Reads every setting of a table: the option first, then the variable, then the default. A variable
 * that is blank counts as not set.
 *
 * @throws {Error} with one sentence for the operator: the name, what is wrong, what would be right
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  { args, environment }: Invocation,
): Given<Table> {
  const given = readArguments(table, args);
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    "value" in setting ? readValue(setting, given, environment) : given.options.has(setting.option),
  ]);
  return { values: Object.fromEntries(values), positionals: given.positionals };
}

function readValue(
  setting: ValueSetting,
  { options }: Arguments,
  environment: Invocation["environment"],
): unknown {
  const { option, variable } = setting;
  const fromOption = option === undefined ? undefined : options.get(option);
  const fromVariable = variable === undefined ? undefined : environment[variable]?.trim();
  const text = fromOption ?? (fromVariable || setting.default);
  if (text === undefined) return undefined;
  return parseValue(fromOption === undefined ? (variable ?? "") : `--${option}`, text, setting);
}

/**
 * Parses the text that an operator gave under a name.
 *
 * @throws {Error} with one sentence for the operator
 */
export function parseValue<Value>(
  name: string,
  text: string,
  setting: Pick<ValueSetting<Value>, "parse" | "isSecret">,
): Value {
  try {
    return setting.parse(text);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const fault =
      error.fault ??
      (setting.isSecret ? "is not right" : `is ${JSON.stringify(text.slice(0, 100))}`);
    throw new Error(`${name} ${fault}: ${error.message}.`);
  }
}

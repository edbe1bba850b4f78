import { parseArgs } from "node:util";
import { nearest } from "@emberline/cql2/nearest";
import type { SettingsTable } from "../setting.ts";

/** The parsed command line; a switch has the value "". */
export interface Arguments {
  readonly options: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/** @throws {Error} when an option is unknown, or a value is missing or unexpected */
export function readArguments(table: SettingsTable, args: readonly string[]): Arguments {
  const known = new Map(
    Object.values(table).flatMap((setting) =>
      setting.option === undefined ? [] : [[setting.option, setting] as const],
    ),
  );
  const options = new Map<string, string>();
  const positionals: string[] = [];
  // Not strict, since the runtimes' error messages differ and may repeat secrets.
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...known].map(([name, setting]) => [
        name,
        { type: "value" in setting ? "string" : "boolean" },
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const setting = known.get(token.name);
    if (!setting) throw unknownOption(token.rawName, [...known.keys()]);
    const name = `--${token.name}`;
    if (!("value" in setting)) {
      if (token.value !== undefined) throw new Error(`${name} takes no value: leave it out.`);
      options.set(token.name, "");
      continue;
    }
    if (token.value === undefined || (token.value.startsWith("--") && !token.inlineValue)) {
      throw new Error(`${name} has no value: write ${name} ${setting.value}.`);
    }
    const before = setting.isRepeatable ? options.get(token.name) : undefined;
    options.set(token.name, before === undefined ? token.value : `${before},${token.value}`);
  }
  return { options, positionals };
}

function unknownOption(name: string, known: readonly string[]): Error {
  const [meant] = nearest(name.replace(/^-+/, ""), known, 1);
  const hint = meant === undefined ? "--help lists them." : `did you mean --${meant}?`;
  return new Error(`${name} is not an option: ${hint}`);
}

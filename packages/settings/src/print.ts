import type { SettingsTable, Switch, ValueSetting } from "./setting.ts";

type Setting = ValueSetting | Switch;

const helpWidth = 88;
const indent = " ".repeat(6);

/** The settings for `--help`: how each is given, and below it what it sets. */
export function helpLines(table: SettingsTable): string {
  return Object.values(table)
    .map((setting) => {
      const names = [optionOf(setting), variableOf(setting)].filter(Boolean).join(" or ");
      const whenUnset = unsetOf(setting);
      const note = whenUnset === "" ? "" : ` (default: ${whenUnset})`;
      return `  ${names}\n${wrap(setting.help + note)}\n`;
    })
    .join("");
}

/** The settings as a table of a README. */
export function markdownTable(table: SettingsTable): string {
  const code = (name: string) => (name === "" ? "" : `\`${name}\``);
  const rows = Object.values(table).map((setting) => [
    code("variable" in setting ? (setting.variable ?? "") : ""),
    code(optionOf(setting)),
    setting.help,
    unsetOf(setting),
  ]);
  return [["variable", "option", "what it sets", "default"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

function optionOf(setting: Setting): string {
  const { option } = setting;
  if (option === undefined) return "";
  return "value" in setting ? `--${option} ${setting.value}` : `--${option}`;
}

function variableOf(setting: Setting): string {
  return "variable" in setting ? `${setting.variable}=${setting.value}` : "";
}

function unsetOf(setting: Setting): string {
  return "value" in setting ? (setting.default ?? setting.unset ?? "") : "";
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    if (line !== indent && line.length + word.length >= helpWidth) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}

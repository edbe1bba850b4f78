import type { SettingsTable, Switch, ValueSetting } from "./setting.ts";

type Setting = ValueSetting | Switch;

const helpWidth = 88;
const indent = " ".repeat(6);

/** The settings for `--help`: the option and variable, and the help text below them. */
export function helpLines(table: SettingsTable): string {
  return Object.values(table)
    .map((setting) => {
      const assignment = "value" in setting ? `=${setting.value}` : "=yes";
      const whenUnset = unsetOf(setting);
      const note = whenUnset === "" ? "" : ` (default: ${whenUnset})`;
      return `  ${namesOf(setting, assignment).join(" or ")}\n${wrap(setting.help + note)}\n`;
    })
    .join("");
}

/** The settings as a Markdown table for a README. */
export function markdownTable(table: SettingsTable): string {
  const rows = Object.values(table).map((setting) => [
    namesOf(setting)
      .map((name) => `\`${name}\``)
      .join(", "),
    setting.help,
    unsetOf(setting),
  ]);
  return [["setting", "what it sets", "default"], ["---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** The option with its value placeholder, and the variable. */
function namesOf(setting: Setting, assignment = ""): string[] {
  if (!("value" in setting)) {
    const { option, variable } = setting;
    return [`--${option}`, ...(variable === undefined ? [] : [variable + assignment])];
  }
  const { option, variable, value } = setting;
  return [
    ...(option === undefined ? [] : [`--${option} ${value}`]),
    ...(variable === undefined ? [] : [variable + assignment]),
  ];
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

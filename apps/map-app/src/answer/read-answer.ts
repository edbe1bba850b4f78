import type { Shown, ToolName } from "./arguments.ts";
import { headlineOf } from "./headline.ts";
import { whereText } from "./headline-words.ts";
import { isObject, type JsonObject, objectOf, textOf, wordOf } from "./json.ts";
import { sortNotices } from "./notices.ts";
import { toRead } from "./to-read.ts";

/**
 * Reads the structured content of an answer; null if it is not one that has a map.
 *
 * @param given the arguments of the call, as far as the host told them
 */
export function readAnswer(answer: JsonObject, given: JsonObject): Shown | null {
  const tool = toolOf(answer);
  const read = tool && toRead(tool, given, answer);
  if (!read) return null;
  const { safety, data } = sortNotices(answer);
  return {
    ...read,
    given,
    title: textOf(titleOf(tool, answer)) ?? "",
    headline: textOf(headlineOf(tool, given, answer)) ?? "",
    notices: [...safety, ...data],
  };
}

/** By the members that only this tool's answer has, since not every host names the tool. */
function toolOf(answer: JsonObject): ToolName | null {
  const { selection, tables, mappings, fire, caption, compared } = answer;
  if (isObject(fire) && isObject(tables) && mappings !== undefined) return "assess_fire";
  if (isObject(selection) && isObject(tables)) return "assess_location";
  if (isObject(selection) && typeof compared === "string") return "compare_periods";
  return isObject(selection) && typeof caption === "string" ? "show_map" : null;
}

const titles = {
  show_map: "Fires",
  assess_location: "Fire situation",
  compare_periods: "Changes",
} as const;

function titleOf(tool: ToolName, answer: JsonObject): string {
  if (tool !== "assess_fire") {
    const { before } = objectOf(answer.selection);
    return `${Array.isArray(before) ? titles.compare_periods : titles[tool]}${whereText(answer)}`;
  }
  const { name, state, year } = objectOf(answer.fire);
  return `Fire ${[name, state, year].flatMap((each) => wordOf(each) ?? []).join(", ")}`;
}

import { isObject } from "../values/bbox.ts";
import { membersProblem } from "./members.ts";
import { collectionMembers } from "./types.ts";

/** The answer without optional members that are blank or cannot be read, of one or all. */
export function withSoundMembers(body: unknown): unknown {
  if (!isObject(body)) return body;
  const members = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (name === "collections" && Array.isArray(value))
      return [[name, value.map((each) => sound(each))]];
    return [[name, value]];
  });
  return sound(Object.fromEntries(members));
}

function sound(description: unknown): unknown {
  if (!isObject(description) || typeof description.id !== "string") return description;
  const isWrong = ([name, value]: [string, unknown]) => {
    const kind = name in collectionMembers && collectionMembers[name as "title"];
    return kind && membersProblem({ [name]: value }, { [name]: kind }) !== undefined;
  };
  const members = Object.entries(description).filter((each) => !isWrong(each) && !isBlank(each));
  return { links: [], ...Object.fromEntries(members) };
}

/** Servers write an empty text, or a comment of HTML (MapServer), where they have none. */
function isBlank([name, value]: [string, unknown]): boolean {
  const isText = (name === "title" || name === "description") && typeof value === "string";
  return isText && /^\s*(<!--[^>]*-->\s*)?$/.test(value);
}

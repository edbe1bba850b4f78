import { isObject } from "../values/check-geojson.ts";
import { membersProblem } from "./members.ts";
import { collectionMembers } from "./types.ts";

/** The answer without optional members that cannot be read, of a collection or of all. */
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
  const members = Object.entries(description).filter((each) => !isWrong(each));
  return { links: [], ...Object.fromEntries(members) };
}

import type { ToolContext } from "../call/context.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { quoted } from "../values/text.ts";
import { computedGroupings } from "./grouping.ts";

/** Names of groups, and what people call them; the first one that a collection can have counts. */
const usual: readonly (readonly [group: string, words: string])[] = [
  ["region", "state states province provinces regions admin1"],
  ["county", "counties"],
  ["country", "countries nation nations"],
  ["area", "areas"],
  ["day", "date dates days daily"],
  ["hour", "hours hourly"],
  ["fire", "fires incident incidents fire_name incident_name name"],
  ["cluster", "clusters"],
  ["cell", "cells grid"],
  ["category", "type types kind kinds"],
  ["instrument", "sensor sensors instruments"],
  ["satellite_name", "satellites sat sensor sensors platform spacecraft"],
  ["confidence_class", "confidence_level confidences"],
];

/**
 * The input with the groups that are meant, each said where it has another name; a property of the
 * name is what was asked for.
 */
export async function withMeantGroups<
  Input extends { readonly collection: string; readonly group_by?: string[] | undefined },
>(input: Input, context: ToolContext): Promise<Input> {
  if (!input.group_by?.some((name) => !computedGroupings.includes(name))) return input;
  const { queryables, sampled } = await collectionInfo(input.collection, context);
  const listed = queryables ?? sampled;
  if (!listed) return input;
  const isKnown = (name: string) =>
    listed.some(({ id }) => id === name) || computedGroupings.includes(name);
  const meant = (name: string) => {
    const word = name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
    const [group = name] =
      usual.find(([each, words]) => {
        return isKnown(each) && (each === word || words.split(" ").includes(word));
      }) ?? [];
    if (isKnown(name) || group === name) return name;
    context.note(`group_by ${quoted(name, 40)} is read as ${quoted(group, 40)}.`);
    return group;
  };
  return { ...input, group_by: input.group_by.map(meant) };
}

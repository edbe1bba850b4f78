import type { JsonObject } from "../../json.ts";
import { numberOf, rowsOf, textOf } from "../records.ts";
import { counted, plainNumber } from "../words.ts";
import { sentence } from "./matches.ts";
import { phrase } from "./row-words.ts";

/** "24 places; first Springfield, Missouri, United States, 166,810 people" */
export function placesHeadline(answer: JsonObject): string {
  const { matched } = answer;
  const [first] = rowsOf(answer);
  if (!first || typeof matched !== "number" || matched === 0)
    return "No place of this name is known";
  const people = numberOf(first.population);
  const text = phrase([
    textOf(first.name),
    textOf(first.county),
    textOf(first.region),
    textOf(first.country),
    people === null ? null : counted(people, ["person", "people"]),
  ]);
  if (matched === 1) return sentence([text]);
  return sentence([`${plainNumber(matched)} places`, `first ${text}`]);
}

import { isObject, type JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { textOf } from "../records.ts";
import { sentence } from "./matches.ts";
import { areaText, nameText, phrase, powerText, seenText } from "./row-words.ts";

/** "Perimeter NF Owens, 15 km², 20 Jul 2024" */
export function featureHeadline(answer: JsonObject): string {
  const properties = isObject(answer.properties) ? answer.properties : {};
  const [noun] = nounOf(answer.collection);
  const name = nameText(properties) ?? textOf(answer.id);
  const text = phrase([
    [noun, name].filter(Boolean).join(" "),
    powerText(properties),
    areaText(answer.area_km2),
    seenText(answer),
  ]);
  return sentence([text]);
}

import { isObject, type JsonObject } from "../../json.ts";
import { textOf } from "../records.ts";
import { counted, listed, periodText } from "../words.ts";
import { sentence } from "./matches.ts";

/** "3 collections: Hotspots, Fire perimeters and Static heat sources" */
export function collectionsHeadline({ collections }: JsonObject): string {
  const all = Array.isArray(collections) ? collections.filter(isObject) : [];
  if (all.length === 0) return "No collections";
  const titles = all.map(({ title, id }) => textOf(title) ?? String(id));
  const shown = titles.slice(0, 5);
  const more = titles.length > shown.length ? [...shown, "more"] : shown;
  return sentence([`${counted(all.length, ["collection", "collections"])}: ${listed(more)}`]);
}

/** "Hotspots: 144,637 features, 1 Dec 2018, 00:25 to 20 Jul 2026, 21:55 UTC" */
export function collectionHeadline(answer: JsonObject): string {
  const { title, collection, features, interval } = answer;
  const name = textOf(title) ?? String(collection);
  const facts = [
    typeof features === "number" ? counted(features, ["feature", "features"]) : null,
    periodText(interval),
  ].filter((each) => each !== null);
  return sentence([facts.length > 0 ? `${name}: ${facts.join(", ")}` : name]);
}

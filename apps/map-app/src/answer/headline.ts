import { guessOf } from "./guess.ts";
import {
  comparisonHeadline,
  featureHeadline,
  featuresHeadline,
  summaryHeadline,
} from "./headline-features.ts";
import { assessmentHeadline, storyHeadline } from "./headline-fires.ts";
import {
  awayText,
  hasCursor,
  leastText,
  matchesText,
  phrase,
  sentence,
  whereText,
} from "./headline-words.ts";
import { isObject, type JsonObject, numberOf, objectOf, textOf, timeMsOf } from "./json.ts";
import { nounOf } from "./kinds.ts";
import { largestBy, rowsOf } from "./records.ts";
import { counted, listed, periodText, plainNumber, timeText } from "./words.ts";

const headlines: Readonly<Record<string, (answer: JsonObject, args: JsonObject) => string>> = {
  list_collections: collectionsHeadline,
  describe_collection: collectionHeadline,
  query_features: featuresHeadline,
  get_feature: featureHeadline,
  list_simulations: simulationsHeadline,
  summarize_features: summaryHeadline,
  assess_location: assessmentHeadline,
  assess_fire: storyHeadline,
  compare_periods: comparisonHeadline,
  find_place: placesHeadline,
  show_map: mapHeadline,
  export_features: exportHeadline,
};

/**
 * What an answer says to the question, from its own values only; before it, what was guessed of
 * the question.
 */
export function headlineOf(tool: string, args: JsonObject, answer: JsonObject): string {
  const headline = Object.hasOwn(headlines, tool) ? headlines[tool]! : plainHeadline;
  const guess = guessOf(answer, args);
  return `${guess === null ? "" : `${guess} `}${headline(answer, args)}.`;
}

/** For a tool that this page does not know. */
function plainHeadline({ matched }: JsonObject): string {
  return typeof matched === "number"
    ? counted(matched, ["match", "matches"])
    : "The answer is here";
}

/** "3 collections: Hotspots, Fire perimeters and Static heat sources" */
function collectionsHeadline({ collections }: JsonObject): string {
  const all = Array.isArray(collections) ? collections.filter(isObject) : [];
  if (all.length === 0) return "No collections";
  const titles = all.map(({ title, id }) => textOf(title) ?? String(id));
  const shown = titles.slice(0, 5);
  const more = titles.length > shown.length ? [...shown, "more"] : shown;
  const newest = largestBy(all, (each) => timeMsOf(each.newest))?.newest;
  return sentence([
    `${counted(all.length, ["collection", "collections"])}: ${listed(more)}`,
    newest === undefined ? null : `newest data ${timeText(newest)}`,
  ]);
}

/** "Hotspots: 144,637 features, 1 Dec 2018, 00:25 to 20 Jul 2026, 21:55 UTC" */
function collectionHeadline(answer: JsonObject): string {
  const { title, collection, features, interval } = answer;
  const name = textOf(title) ?? String(collection);
  const count = typeof features === "number" ? counted(features, ["feature", "features"]) : null;
  const facts = phrase([count, periodText(interval)]);
  return sentence([facts === "" ? name : `${name}: ${facts}`]);
}

/** "24 places; first Springfield, Missouri, United States, 166,810 people" */
function placesHeadline(answer: JsonObject): string {
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
    awayText(first),
    people === null ? null : counted(people, ["person", "people"]),
  ]);
  if (matched === 1) return sentence([text]);
  return sentence([`${plainNumber(matched)} places`, `first ${text}`]);
}

/** "240 simulations; newest Horse Creek, completed, created 3 Sep 2023, 19:57 UTC" */
function simulationsHeadline(answer: JsonObject, args: JsonObject): string {
  const rows = rowsOf(answer);
  const { returned, matched } = answer;
  const isPart = typeof returned === "number" && returned > 0 && returned !== matched;
  // Without another order the list is newest first.
  const newest = args.sort === undefined && !hasCursor(args) ? rows[0] : undefined;
  return sentence([
    `${matchesText(answer, nounOf("simulations"))}${statusesText(answer)}`,
    newest ? `newest ${describe(newest)}` : null,
    isPart ? `${plainNumber(returned)} of them here` : null,
  ]);
}

/** ", all completed", or ": 12 completed, 3 failed"; the whole list's, not the page's. */
function statusesText({ counts, matched }: JsonObject): string {
  const all = Object.entries(objectOf(counts)).flatMap(([status, count]) => {
    const parts = isObject(count) ? Object.values(count) : [count];
    const sum = parts.reduce((total: number, each) => total + (numberOf(each) ?? 0), 0);
    return sum > 0 ? [{ status: status.toLowerCase().replaceAll("_", " "), sum }] : [];
  });
  // Counts of what was read so far are not those of all.
  if (all.length === 0 || all.reduce((sum, each) => sum + each.sum, 0) !== matched) return "";
  if (all.length === 1) return matched === 1 ? "" : `, all ${all[0]!.status}`;
  all.sort((a, b) => b.sum - a.sum);
  return `: ${all.map(({ status, sum }) => `${plainNumber(sum)} ${status}`).join(", ")}`;
}

function describe(row: JsonObject): string {
  const created = timeText(row.created_at);
  const status = textOf(row.status)?.toLowerCase().replaceAll("_", " ") ?? null;
  return phrase([
    textOf(row.fire_name) ?? textOf(row.location),
    status,
    created && `created ${created}`,
  ]);
}

/** "1,170 detections and 2 perimeters on the map"; of two periods what changed. */
function mapHeadline(answer: JsonObject): string {
  const { before, interval } = objectOf(answer.selection);
  if (Array.isArray(before)) {
    const changes = textOf(answer.caption)?.match(changed) ?? ["Nothing matches."];
    const periods = [before, interval].map((each) => periodText(each) ?? "?");
    return sentence([...changes.map((each) => each.slice(0, -1)), periods.join(" compared with ")]);
  }
  const layers = rowsOf(answer).flatMap(({ collection, matched, matched_exact }) => {
    const count = numberOf(matched);
    if (count === null || count === 0) return [];
    return [`${leastText({ matched_exact })}${counted(count, nounOf(collection))}`];
  });
  const drawn = layers.length > 0 ? `${listed(layers)} on the map` : "nothing to draw";
  return sentence([`${drawn}${whereText(answer)}`]);
}

/** The sentences of a caption that say what changed, if anything did. */
const changed = /(?:Detections|Fires): [^.]*[1-9][^.]*\./g;

/** "1,170 detections written to a csv file, 166 kB" */
function exportHeadline(answer: JsonObject): string {
  const { count, format, size_bytes, selection } = answer;
  const noun = nounOf(objectOf(selection).collection);
  const written = typeof count === "number" ? counted(count, noun) : matchesText(answer, noun);
  const size = typeof size_bytes === "number" ? `, ${sizeText(size_bytes)}` : "";
  const where = typeof count === "number" ? whereText(answer) : "";
  return sentence([`${written}${where} written to a${format ? ` ${format}` : ""} file${size}`]);
}

/** "166 kB" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

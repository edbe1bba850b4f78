import { isObject, type JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { counted, plainNumber } from "../words.ts";
import { sentence } from "./matches.ts";

/** "Fires: 2 grown, 15 new, 10 not seen again; 12 perimeters before, 17 after" */
export function comparisonHeadline(answer: JsonObject): string {
  const { by_status, compared, selection, before, after } = answer;
  const statuses = isObject(by_status)
    ? Object.entries(by_status)
        .filter(([, count]) => typeof count === "number" && count > 0)
        .map(([status, count]) => `${plainNumber(Number(count))} ${status.replaceAll("_", " ")}`)
    : [];
  const what = typeof compared === "string" ? compared : "features";
  const counts = [before, after].map((each) => (isObject(each) ? each.matched : null));
  const [earlier, later] = counts;
  const noun = nounOf(isObject(selection) ? selection.collection : "");
  return sentence([
    statuses.length > 0 ? `${what}: ${statuses.join(", ")}` : `no ${what} in either period`,
    typeof earlier === "number" && typeof later === "number"
      ? `${counted(earlier, noun)} before, ${plainNumber(later)} after`
      : null,
  ]);
}

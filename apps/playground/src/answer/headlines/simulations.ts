import type { JsonObject } from "../../json.ts";
import { nounOf } from "../nouns.ts";
import { rowsOf, textOf } from "../records.ts";
import { plainNumber, timeText } from "../words.ts";
import { hasCursor, matchesText, sentence } from "./matches.ts";
import { phrase } from "./row-words.ts";

/** "240 simulations; newest Horse Creek, completed, created 3 Sep 2023, 19:57 UTC" */
export function simulationsHeadline(answer: JsonObject, args: JsonObject): string {
  const rows = rowsOf(answer);
  const { returned, matched } = answer;
  const isPart = typeof returned === "number" && returned > 0 && returned !== matched;
  // Without another order the list is newest first.
  const newest = args.sort === undefined && !hasCursor(args) ? rows[0] : undefined;
  return sentence([
    matchesText(answer, nounOf("simulations")),
    newest ? `newest ${describe(newest)}` : null,
    isPart ? `${plainNumber(returned)} of them here` : null,
  ]);
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

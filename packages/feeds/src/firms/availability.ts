import { dateForm } from "@emberline/geo";
import type { FeedContext } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import type { MapKey } from "./map-key.ts";

/** First and last UTC day of a source. */
export interface Availability {
  readonly first: string;
  readonly last: string;
}

const maxTextLength = 100_000;

/** FIRMS does not say what this costs. */
const cost = 1;

/** The days that FIRMS has of a source; undefined if it does not list the source. */
export async function availabilityOf(
  source: string,
  key: MapKey,
  context: FeedContext,
): Promise<Availability | undefined> {
  const endpoint = "api/data_availability/csv";
  const answer = await key.send({ endpoint, path: source, cost, isPast: true }, context);
  if (answer.kind === "unchanged")
    throw new FeedError("invalid_answer", "FIRMS answered without a body");
  let text = "";
  for await (const piece of answer.body) {
    text += piece;
    if (text.length > maxTextLength) break;
  }
  const [header = [], ...rows] = text.split("\n").map((line) => line.trim().split(","));
  const [id, first, last] = ["data_id", "min_date", "max_date"].map((name) =>
    header.indexOf(name),
  ) as [number, number, number];
  if (Math.min(id, first, last) < 0 || answer.status >= 300) {
    throw await key.errorOf({ ...answer, text }, context);
  }
  key.works();
  const row = rows.find((cells) => cells[id] === source);
  if (!row) return undefined;
  const window = { first: row[first] ?? "", last: row[last] ?? "" };
  if (!dateForm.test(window.first) || !dateForm.test(window.last)) {
    throw new FeedError("invalid_answer", "FIRMS lists a source without the dates of its days");
  }
  return window;
}

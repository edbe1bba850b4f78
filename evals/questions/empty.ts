import type { Call, Question } from "../question.ts";
import { hotspots } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 300 };

/** "no data" if the answer says that the time lies outside the data. */
async function coverage(call: Call, time: string): Promise<string> {
  const { matched, notices } = await call("summarize_features", {
    collection: hotspots,
    time,
    top: 0,
  });
  const says = JSON.stringify(notices ?? []);
  return matched === 0 && /before the time asked|before the oldest/.test(says) ? "no data" : says;
}

export const empty: readonly Question[] = [
  {
    id: "iceland-in-august-2019",
    ask: "How many hotspots does the data have in Iceland (25 to 13 W, 63 to 67 N) in August 2019?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, bbox: [-25, 63, -13, 67], time: "2019-08" }),
  },
  {
    id: "leap-day",
    ask: "How many detections are on record for 29 February 2024?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2024-02-29" }),
  },
  {
    id: "only-static-in-the-fire",
    ask: "How many detections between 123.1 and 122.8 W, 42.5 and 42.7 N are classified as type 2, static land source?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [-123.1, 42.5, -122.8, 42.7],
        filter: "type = 2",
      }),
  },
  {
    id: "hawaii-since",
    ask: "How many hotspots have been detected in the Hawaiian islands (161 to 154 W, 18 to 23 N) since 1 July 2026?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [-161, 18, -154, 23],
        time: "since 2026-07-01",
      }),
  },
  {
    id: "after-the-newest",
    ask: "Did the satellites detect fires in September 2026, and how many?",
    ...limits,
    route: (call) => coverage(call, "2026-09"),
  },
  {
    id: "before-the-oldest",
    ask: "How many hotspots were there in Australia during Black Saturday, on 7 February 2009?",
    ...limits,
    route: (call) => coverage(call, "2009-02-07"),
  },
];

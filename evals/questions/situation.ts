import type { Call, Question, ToolAnswer } from "../question.ts";
import { numberAt } from "../read.ts";

const limits = { maxCalls: 1, maxTokens: 1200 };

/** How many detections in a circle carry each label. */
async function labels(call: Call, selection: object): Promise<ToolAnswer> {
  const answer = await call("assess_location", { max_tokens: 1200, ...selection });
  if (answer.matched_exact !== true) throw new Error("the number of detections is not exact");
  return answer.labels as ToolAnswer;
}

const isfahan = { near: "32.6546,51.668", radius_km: 60, time: "2022-03-28/2022-04-04" };
const roseburg = { near: "43.2165,-123.3417", radius_km: 250, time: "2023-08-01/2023-08-02" };
const grantsPass = { near: "42.439,-123.3284", radius_km: 90, time: "2023-08-01/2023-08-02" };

/** Distinguishes industry, volcanoes and known fires from possible new fires. */
export const situation: readonly Question[] = [
  {
    id: "isfahan-without-industry",
    ask: "Within 60 km of Isfahan (32.6546 N, 51.6680 E) from 28 March to 4 April 2022: how many detections are neither near a known static heat source nor in or near a known fire perimeter?",
    ...limits,
    route: async (call) => numberAt(await labels(call, isfahan), "no_known_source_or_perimeter"),
  },
  {
    id: "isfahan-likely-industrial",
    ask: "Of the hotspots within 60 km of Isfahan (32.6546 N, 51.6680 E) from 28 March to 4 April 2022, how many are likely industrial heat?",
    ...limits,
    route: async (call) => numberAt(await labels(call, isfahan), "likely_industrial"),
  },
  {
    id: "lumajang-likely-volcanic",
    ask: "How many of the hotspots within 50 km of Lumajang on Java (8.1335 S, 113.2236 E) from 28 March to 4 April 2022 are likely volcanic?",
    ...limits,
    route: async (call) =>
      numberAt(
        await labels(call, {
          near: "-8.1335,113.2236",
          radius_km: 50,
          time: "2022-03-28/2022-04-04",
        }),
        "likely_volcanic",
      ),
  },
  {
    id: "whyalla-likely-industrial",
    ask: "How many of the detections within 50 km of Whyalla (33.0333 S, 137.5833 E) in August and September 2019 were probably the steelworks or another plant?",
    ...limits,
    route: async (call) =>
      numberAt(
        await labels(call, {
          near: "-33.0333,137.5833",
          radius_km: 50,
          time: "2019-08/2019-09",
        }),
        "likely_industrial",
      ),
  },
  {
    id: "grants-pass-inside-perimeters",
    ask: "Within 90 km of Grants Pass, Oregon (42.4390 N, 123.3284 W) on 1 and 2 August 2023: how many hotspots lay inside a known fire perimeter, taking each fire's newest one, for detections from two days before its first mapping to two days after its last?",
    ...limits,
    route: async (call) => numberAt(await labels(call, grantsPass), "inside_perimeter"),
  },
  {
    id: "oregon-may-be-new",
    ask: "Within 250 km of Roseburg, Oregon (43.2165 N, 123.3417 W) on 1 and 2 August 2023: how many hotspots may be a new fire, being neither in or within 2 km of a known perimeter nor near a static heat source?",
    ...limits,
    route: async (call) => numberAt(await labels(call, roseburg), "may_be_new_fire"),
  },
];

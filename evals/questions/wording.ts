import type { Call, Question, ToolAnswer } from "../question.ts";
import { matched } from "../read.ts";
import { hotspots, perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

const one = { maxCalls: 1, maxTokens: 300 };
const two = { maxCalls: 2, maxTokens: 500 };

type Input = Readonly<Record<string, unknown>>;

/** The arguments that an error or a notice offers. */
function offeredIn(text: string): Input {
  const [, json] = /(?:Try|with) (\{.*?\})[. ]/s.exec(text) ?? [];
  if (json === undefined) throw new Error(`no arguments are offered in: ${text}`);
  return JSON.parse(json) as Input;
}

/** Sends the arguments again as the error, or the notices of the empty answer, correct them. */
async function corrected(call: Call, input: Input): Promise<number> {
  const asked: Input = { properties: [], top: 0, ...input };
  let text: string;
  try {
    const answer = await call("summarize_features", asked);
    if (matched(answer) > 0) return matched(answer);
    text = noticesOf(answer);
  } catch (error) {
    text = error instanceof Error ? error.message : "";
  }
  return matched(await call("summarize_features", { ...asked, ...offeredIn(text) }));
}

function noticesOf({ notices }: ToolAnswer): string {
  return Array.isArray(notices) ? notices.join("\n") : "";
}

/** The first part of the notices that a pattern takes. */
function told(answer: ToolAnswer, pattern: RegExp): string {
  const [, part] = pattern.exec(noticesOf(answer)) ?? [];
  if (part === undefined) throw new Error(`nothing in the notices fits ${pattern}`);
  return part;
}

const inArea = (call: Call, selection: Input) =>
  call("query_features", { collection: hotspots, limit: 1, ...selection });

export const wording: readonly Question[] = [
  {
    id: "words-last-7-days",
    ask: "How many hotspots have there been in the last 7 days? If the data is older, the last 7 days it has.",
    ...one,
    route: (call) => howMany(call, { collection: hotspots, time: "last 7 days" }),
  },
  {
    id: "words-last-day-in-a-box",
    ask: "And in the past 24 hours, between 124 and 122 W, 42 and 44 N? Take the newest day of the data if it is old.",
    ...one,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        time: "past 24 hours",
        bbox: [-124, 42, -122, 44],
      }),
  },
  {
    id: "words-data-ends",
    ask: "How many detections are there since October 2026, and if there are none, on which day does the data end?",
    ...one,
    route: async (call) =>
      told(
        await call("summarize_features", { collection: hotspots, time: "since October 2026" }),
        /The data ends (\d{4}-\d{2}-\d{2})/,
      ),
  },
  {
    id: "words-simulations-last-week",
    ask: "How many simulations were run in the last week, or in the newest week that has any?",
    maxCalls: 1,
    maxTokens: 600,
    route: async (call) =>
      matched(await call("list_simulations", { since: "last 7 days", limit: 1 })),
  },
  {
    id: "words-in-july",
    ask: "How many hotspots are there for July 2026?",
    ...one,
    route: (call) => howMany(call, { collection: hotspots, time: "July 2026" }),
  },
  {
    id: "words-day-range",
    ask: "How many detections from July 17-18, 2026?",
    ...one,
    route: (call) => howMany(call, { collection: hotspots, time: "July 17-18, 2026" }),
  },
  {
    id: "words-slashed-date",
    ask: "Hotspots on 07/17/2026, how many?",
    ...one,
    route: (call) => howMany(call, { collection: hotspots, time: "07/17/2026" }),
  },
  {
    id: "words-no-year",
    ask: "How many hotspots on July 17 (the last one there was before November 2026)?",
    ...two,
    route: (call) => corrected(call, { collection: hotspots, time: "July 17" }),
  },
  {
    id: "words-dates-swapped",
    ask: "How many detections from 18 July 2026 back to 16 July 2026?",
    ...two,
    route: (call) => corrected(call, { collection: hotspots, time: "2026-07-18/2026-07-16" }),
  },
  {
    id: "words-box-swapped",
    ask: "How many hotspots in August 2019 in the box 112, -10, 154, -44 (someone mixed up north and south)?",
    ...two,
    route: (call) =>
      corrected(call, { collection: hotspots, bbox: [112, -10, 154, -44], time: "2019-08" }),
  },
  {
    id: "words-position-swapped",
    ask: "How many hotspots in August 2019 within 100 km of lat 128.7386, lon -15.7736 (probably the wrong way round)?",
    ...two,
    route: (call) =>
      corrected(call, {
        collection: hotspots,
        lat: 128.7386,
        lon: -15.7736,
        radius_km: 100,
        time: "2019-08",
      }),
  },
  {
    id: "words-ilike",
    ask: "How many mapped perimeters have a fire's name with creek in it: incident_name ILIKE '%creek%'?",
    ...one,
    route: (call) =>
      howMany(call, {
        collection: perimeters,
        filter: "incident_name ILIKE '%creek%'",
        latest_per_fire: false,
      }),
  },
  {
    id: "words-script",
    ask: 'How many hotspots match satellite == "N21" && frp > 10?',
    ...one,
    route: (call) =>
      howMany(call, { collection: hotspots, filter: 'satellite == "N21" && frp > 10' }),
  },
  {
    id: "words-brackets",
    ask: 'How many hotspots have satellite IN ["N20", "N21"] and daynight != NULL?',
    ...one,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        filter: 'satellite IN ["N20", "N21"] AND daynight != NULL',
      }),
  },
  {
    id: "words-state-ca",
    ask: "How many fires are mapped with state = 'CA'?",
    ...two,
    route: (call) => corrected(call, { collection: perimeters, filter: "state = 'CA'" }),
  },
  {
    id: "words-noaa20",
    ask: "How many detections are by the satellite NOAA20?",
    ...two,
    route: (call) => corrected(call, { collection: hotspots, filter: "satellite = 'NOAA20'" }),
  },
  {
    id: "words-terra-at-night",
    ask: "How many detections did terra make at night?",
    ...two,
    route: (call) =>
      corrected(call, {
        collection: hotspots,
        filter: "satellite = 'terra' AND daynight = 'night'",
      }),
  },
  {
    id: "words-dwithin",
    ask: "How many hotspots satisfy ST_DWithin(geometry, POINT(-122.8756 42.3265), 60000) and frp > 20?",
    ...two,
    route: (call) =>
      corrected(call, {
        collection: hotspots,
        filter: "ST_DWithin(geometry, POINT(-122.8756 42.3265), 60000) AND frp > 20",
      }),
  },
  {
    id: "words-year-function",
    ask: "How many hotspots with YEAR(datetime) = 2024 have a power above 50 MW?",
    ...two,
    route: (call) =>
      corrected(call, { collection: hotspots, filter: "YEAR(datetime) = 2024 AND frp > 50" }),
  },
  {
    id: "words-greatest-power",
    ask: "Is there a detection above 10,000 MW? If not, how strong is the strongest?",
    maxCalls: 1,
    maxTokens: 300,
    route: async (call) =>
      Number(
        told(await inArea(call, { filter: "frp > 10000" }), /The greatest "frp" is ([\d.]+)\.\s/),
      ),
  },
  {
    id: "words-nearest-strong",
    ask: "Is there a detection above 1000 MW within 50 km of Medford (42.3265 N, 122.8756 W)? If not, how many km away is the nearest?",
    tolerance: 0.5,
    maxCalls: 1,
    maxTokens: 400,
    route: async (call) =>
      Number(
        told(
          await inArea(call, { filter: "frp > 1000", near: "42.3265,-122.8756", radius_km: 50 }),
          /the nearest (\d+) km away/,
        ),
      ),
  },
];

import { type Call, type Question, ToolRefusal } from "../question.ts";
import { column, refusal } from "../read.ts";
import { hotspots, perimeters, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 750 };
const inTwoDays = { collection: hotspots, time: "2023-08-01/2023-08-02" };
const inSpring = { collection: hotspots, time: "2022-03-28/2022-04-04" };

const counted = (id: string, ask: string, selection: Record<string, unknown>): Question => ({
  id,
  ask,
  ...limits,
  route: (call) => howMany(call, { collection: hotspots, ...selection }),
});

/** The count of each area of `within`, in its order. */
const sideBySide = (id: string, ask: string, selection: Record<string, unknown>): Question => ({
  id,
  ask,
  ...limits,
  route: async (call) =>
    column(
      await call("summarize_features", { ...selection, group_by: ["area"], properties: [] }),
      "count",
    ),
});

const refused = (id: string, ask: string, selection: Record<string, unknown>): Question => ({
  id,
  ask: `${ask} If that does not tell which one is meant, or there is none, answer invalid.`,
  ...limits,
  route: (call) => refusal(call("summarize_features", { ...inTwoDays, ...selection })),
});

/** What no tool holds: the tools say so, and whom to ask. */
const notHeld = (id: string, ask: string, selection: Record<string, unknown>): Question => ({
  id,
  ask,
  ...limits,
  async route(call) {
    const message = await messageOf(call("query_features", { collection: hotspots, ...selection }));
    return /The tools do not hold .*: ask /.test(message) ? "unanswerable" : message;
  },
});

const notFound = (
  id: string,
  ask: string,
  selection: Record<string, unknown>,
  answer: string,
): Question => ({
  id,
  ask,
  ...limits,
  async route(call: Call) {
    const message = await messageOf(call("summarize_features", selection));
    return /^not_found|only fires mapped|is known|has only/.test(message) ? answer : message;
  },
});

async function messageOf(answer: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (error instanceof ToolRefusal) return error.message;
    throw error;
  }
}

const said = (answer: Readonly<Record<string, unknown>>) =>
  ((answer.notices as string[] | undefined) ?? []).join(" ");

/** Questions in people's words: regions, lists, languages, and what nobody can answer. */
export const asPeopleAsk: readonly Question[] = [
  counted("in-two-states", "hotspots in Oregon and Washington, 1-2 Aug 2023, together?", {
    ...inTwoDays,
    within: "Oregon; Washington",
  }),
  sideBySide("two-states-side-by-side", "And how many in each of the two, Oregon first?", {
    ...inTwoDays,
    within: "Oregon; Washington",
  }),
  counted("in-west-africa", "How many hotspots were seen in West Africa from 1 to 3 Dec 2018?", {
    time: "2018-12-01/2018-12-03",
    within: "West Africa",
  }),
  counted(
    "in-southeast-asia",
    "How bad was burning in Southeast Asia from 28 March to 4 April 2022? Number of detections.",
    { ...inSpring, within: "Southeast Asia" },
  ),
  counted(
    "on-the-iberian-peninsula",
    "¿Cuántos focos hubo en la península ibérica el 1 y 2 de agosto de 2023?",
    { ...inTwoDays, within: "Península Ibérica" },
  ),
  counted(
    "in-the-pacific-northwest",
    "Anything burning in the PNW on Aug 1 and 2, 2023? How many detections?",
    { ...inTwoDays, within: "PNW" },
  ),
  counted("in-southern-california", "How many hotspots are on record in SoCal, its ten counties?", {
    within: "SoCal",
  }),
  counted("in-new-england", "How many hotspots does the data have in New England, at any time?", {
    within: "New England",
  }),
  counted("plants-in-scandinavia", "How many known static heat sources are in Scandinavia?", {
    collection: staticSources,
    within: "Scandinavia",
  }),
  counted("no-nordeste", "Quantos focos no Nordeste do Brasil em 1 e 2 de agosto de 2023?", {
    ...inTwoDays,
    within: "Nordeste, Brasil",
  }),
  counted(
    "na-amazonia-legal",
    "Quantos focos de calor na Amazônia Legal de 28 de março a 4 de abril de 2022?",
    { ...inSpring, within: "Amazônia Legal" },
  ),
  sideBySide("spain-and-portugal", "Spain vs Portugal, 1 and 2 August 2023: detections in each?", {
    ...inTwoDays,
    within: "Spain; Portugal",
  }),
  counted("codes-of-a-list", "Detections in CA and OR on 1 and 2 August 2023?", {
    ...inTwoDays,
    within: "CA; OR",
  }),
  sideBySide("three-countries", "1-2 Aug 2023: detections in Brazil, Bolivia and Paraguay?", {
    ...inTwoDays,
    within: "Brazil; Bolivia; Paraguay",
  }),
  counted("oregon-west-of-a-meridian", "Hotspots in Oregon west of 122 W, 1-2 August 2023?", {
    ...inTwoDays,
    within: "Oregon",
    bbox: [-125, 41, -122, 47],
  }),
  counted("oregon-near-portland", "All hotspots within 200 km of Portland, but only in Oregon?", {
    within: "Oregon",
    near: "Portland, Oregon",
    radius_km: 200,
  }),
  counted("mexico-and-canada-by-code", "MX + CA together on 1 and 2 August 2023?", {
    ...inTwoDays,
    within: ["Mexico", "CA"],
  }),
  counted("in-the-lower-48", "Detections in the lower 48 on 1 and 2 August 2023?", {
    ...inTwoDays,
    within: "Lower 48",
  }),
  counted("in-para", "Focos no Pará, 1 e 2 de agosto de 2023?", { ...inTwoDays, within: "Pará" }),
  counted("fires-in-two-states", "How many fires are mapped in Oregon and Washington state?", {
    collection: perimeters,
    filter: "state IN ('US-OR', 'US-WA')",
  }),
  counted("am-17-juli", "Wie viele Hotspots am 17. Juli 2026?", { time: "17. Juli 2026" }),
  counted("el-18-de-julio", "¿Cuántos el 18 de julio de 2026?", { time: "18 de julio de 2026" }),
  counted("le-17-juillet", "Combien le 17 juillet 2026 ?", { time: "le 17 juillet 2026" }),
  counted("il-18-luglio", "Quanti il 18 luglio 2026?", { time: "18 luglio 2026" }),
  counted("em-17-de-julho", "Quantos em 17 de julho de 2026?", { time: "17 de julho de 2026" }),
  counted("with-points", "How many on 17.7.2026?", { time: "17.7.2026" }),
  counted("on-a-weekend", "How many hotspots on the weekend of 18 July 2026?", {
    time: "the weekend of 18 July 2026",
  }),
  counted("first-half-of-july", "And in the first half of July 2026?", {
    time: "first half of July 2026",
  }),
  counted("mid-july", "And in mid July 2026, from the 11th to the 20th?", {
    time: "mid July 2026",
  }),
  counted("since-a-day", "And since 17 July 2026?", { time: "since 17 July 2026" }),
  counted("in-pacific-time", "How many on 17 July 2026 by the clocks of Portland?", {
    time: "2026-07-17",
    time_zone: "America/Los_Angeles",
  }),
  {
    id: "from-a-town-to-an-edge",
    ask: "My house is at 48.7052, -119.4395 near Tonasket. How many km is it from the edge of the Eagle Bluff fire, by its newest perimeter?",
    tolerance: 0.1,
    maxCalls: 1,
    maxTokens: 1000,
    route: async (call) =>
      Number(
        / is ([\d.]+) km [NESW]+ of the edge/.exec(
          said(
            await call("assess_location", {
              fire: "Eagle Bluff",
              near: "48.7052,-119.4395",
              max_tokens: 1000,
            }),
          ),
        )?.[1],
      ),
  },
  {
    id: "largest-step-of-lone-rock",
    ask: "What was the largest growth of the Lone Rock fire from one mapped day to the next, in km²?",
    tolerance: 0.5,
    maxCalls: 1,
    maxTokens: 1500,
    route: async (call) => {
      const { fire } = await call("assess_fire", { fire: "Lone Rock" });
      return (fire as { largest_day_step: { change_km2: number } }).largest_day_step.change_km2;
    },
  },
  notHeld("cause-of-a-fire", "What caused the Eagle Bluff fire?", { filter: "cause = 'human'" }),
  notHeld("containment-of-a-fire", "How much of the Eagle Bluff fire is contained, in percent?", {
    collection: perimeters,
    filter: "percent_contained > 0",
  }),
  notHeld("evacuations-near-a-fire", "Which zones are evacuated because of the Eagle Bluff fire?", {
    collection: "svc:evacuations",
  }),
  notHeld("closed-roads", "Which roads are closed around it?", { road_closures: true }),
  notHeld("air-quality-in-medford", "How is the air quality in Medford?", {
    filter: "air_quality_index > 100",
  }),
  notHeld("houses-destroyed", "How many houses were destroyed by the Lone Rock fire?", {
    collection: perimeters,
    properties: ["structures_destroyed"],
  }),
  notHeld("wind-at-a-fire", "How strong is the wind at the Lone Rock fire?", {
    collection: perimeters,
    sort: "-wind_speed",
  }),
  refused("ca-alone", "How many hotspots in CA on 1 and 2 August 2023?", { within: "CA" }),
  refused("in-alone", "How many hotspots in IN on 1 and 2 August 2023?", { within: "IN" }),
  refused("amazonas-alone", "How many in Amazonas?", { within: "Amazonas" }),
  refused("the-south", "How many in the South?", { within: "the South" }),
  refused("third-of-april-or-fourth-of-march", "How many on 3/4/2025?", { time: "3/4/2025" }),
  refused("oregon-near-lisbon", "How many in Oregon within 50 km of Lisbon, Portugal?", {
    within: "Oregon",
    near: "38.722,-9.139",
  }),
  notFound(
    "in-the-urals",
    "How many in the Ural Mountains? If their borders are not known, answer invalid.",
    { ...inTwoDays, within: "Ural Mountains" },
    "invalid",
  ),
  notFound(
    "hot-in-wakanda",
    "How many hotspots in Wakanda? If there is no such country, answer invalid.",
    { ...inTwoDays, within: "Wakanda" },
    "invalid",
  ),
  notFound(
    "a-fire-not-mapped",
    "How large was the Palisades fire of January 2025? If the data has no such fire, answer no data.",
    { collection: perimeters, fire: "Palisades" },
    "no data",
  ),
  notFound(
    "another-fire-not-mapped",
    "How large was the Dixie fire of 2021? If the data has no such fire, answer no data.",
    { collection: perimeters, fire: "Dixie 2021" },
    "no data",
  ),
  {
    id: "tomorrow-in-oregon",
    ask: "How many hotspots will there be in Oregon tomorrow? If the data cannot say, answer no data.",
    ...limits,
    async route(call) {
      const time = "2030-01-01";
      const asked = { collection: hotspots, within: "Oregon", time };
      const message = await messageOf(call("summarize_features", asked));
      return /The data ends 2026-07-20/.test(message) ? "no data" : message;
    },
  },
];

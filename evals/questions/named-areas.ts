import { type Call, type Question, ToolRefusal } from "../question.ts";
import { refusal } from "../read.ts";
import { hotspots, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 350 };
const inTwoDays = { collection: hotspots, time: "2023-08-01/2023-08-02" };
const inSpring = { collection: hotspots, time: "2022-03-28/2022-04-04" };

/** Detections of all times in the area that a refusal offers, chosen by its text. */
async function offered(call: Call, name: string, choice: RegExp): Promise<number> {
  try {
    await howMany(call, { collection: hotspots, within: name });
  } catch (error) {
    const meant = error instanceof ToolRefusal && choice.exec(error.message)?.[1];
    if (!meant) throw error;
    return howMany(call, { collection: hotspots, within: meant });
  }
  throw new Error(`the name ${name} was taken as it is`);
}

/** "invalid" where no area or place of that name is known. */
export async function unknown(call: Call, selection: object): Promise<string> {
  try {
    return JSON.stringify(await call("summarize_features", { ...inTwoDays, ...selection }));
  } catch (error) {
    if (error instanceof ToolRefusal && error.code === "not_found") return "invalid";
    throw error;
  }
}

/** Areas as people name them: borders are those of Natural Earth and of the US Census Bureau. */
export const namedAreas: readonly Question[] = [
  {
    id: "in-oregon",
    ask: "How many hotspots were there in Oregon on 1 and 2 August 2023?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "Oregon" }),
  },
  {
    id: "in-trinity-county",
    ask: "Did anything burn in Trinity County, California, on 1 or 2 August 2023? How many detections?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "Trinity County, California" }),
  },
  {
    id: "in-curry-county",
    ask: "curry county oregon, 1 and 2 aug 2023: how many satellite detections?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "curry county oregon" }),
  },
  {
    id: "plants-on-evia",
    ask: "How many of the known heat sources stand on the Greek island of Evia?",
    ...limits,
    route: (call) => howMany(call, { collection: staticSources, within: "Evia" }),
  },
  {
    id: "in-fiji",
    ask: "Fiji lies on both sides of the 180th meridian: how many hotspots are there in all of it, at any time?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, within: "Fiji" }),
  },
  {
    id: "in-chukotka",
    ask: "How many hotspots does the data have in Chukotka, up to the Bering Strait?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, within: "Chukotka" }),
  },
  {
    id: "on-the-aleutians",
    ask: "How many hotspots have ever been seen on the Aleutian Islands, on either side of the date line?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, within: "Aleutian Islands" }),
  },
  {
    id: "in-lesotho",
    ask: "How many hotspots were there in Lesotho on 1 and 2 August 2023?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "Lesotho" }),
  },
  {
    id: "in-south-africa",
    ask: "And in South Africa, on 1 and 2 August 2023, without Lesotho, which it encloses?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "South Africa" }),
  },
  {
    id: "in-minas-gerais",
    ask: "Quantos focos de calor houve em Minas Gerais de 28 de março a 4 de abril de 2022 (UTC)?",
    ...limits,
    route: (call) => howMany(call, { ...inSpring, within: "Minas Gerais" }),
  },
  {
    id: "on-sumatra",
    ask: "How many hotspots were there on the main island of Sumatra (Sumatera) from 28 March to 4 April 2022?",
    ...limits,
    route: (call) => howMany(call, { ...inSpring, within: "Sumatra" }),
  },
  {
    id: "on-sicily",
    ask: "How many hotspots on Sicily on 1 and 2 August 2023?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, within: "Sicily" }),
  },
  {
    id: "in-crater-lake",
    ask: "How many detections are on record inside Crater Lake National Park?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, within: "Crater Lake National Park" }),
  },
  {
    id: "in-sierra-nevada-of-california",
    ask: "How many hotspots are on record in the Sierra Nevada, the Californian one?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, within: "Sierra Nevada, United States" }),
  },
  {
    id: "georgia-alone",
    ask: "How many hotspots are there in Georgia? Where the name alone does not tell which area is meant, answer invalid.",
    ...limits,
    route: (call) =>
      refusal(call("summarize_features", { collection: hotspots, within: "Georgia" })),
  },
  {
    id: "georgia-in-the-caucasus",
    ask: "How many hotspots are on record in Georgia, the country in the Caucasus?",
    ...limits,
    maxCalls: 2,
    route: (call) => offered(call, "Georgia", /"([^"]+)" \(country\)/),
  },
  {
    id: "georgia-in-the-usa",
    ask: "How many hotspots are on record in the US state of Georgia?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, within: "US-GA" }),
  },
  {
    id: "in-misspelt-oregon",
    ask: "How many hotspots in all are there in Orgon, USA?",
    maxCalls: 2,
    maxTokens: 500,
    route: (call) => offered(call, "Orgon", /did you mean "([^"]+)"/),
  },
  {
    id: "in-atlantis",
    ask: "How many hotspots were there in Atlantis on 1 and 2 August 2023? If there is no country, state or island of that name, answer invalid.",
    ...limits,
    route: (call) => unknown(call, { within: "Atlantis" }),
  },
];

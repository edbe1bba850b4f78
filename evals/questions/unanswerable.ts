import type { Call, Question } from "../question.ts";
import { hotspots, perimeters } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 900 };

/** "unanswerable" if the collection's description shows that the data is missing. */
async function lacks(call: Call, collection: string, words: RegExp): Promise<string> {
  const { properties } = await call("describe_collection", { collection });
  const names = (properties as { name: string }[]).map(({ name }) => name);
  return names.some((name) => words.test(name)) ? names.join(", ") : "unanswerable";
}

export const unanswerable: readonly Question[] = [
  {
    id: "wind-speed",
    ask: "How strong was the wind at the Oregon fire on 17 July 2026?",
    ...limits,
    route: (call) => lacks(call, hotspots, /wind/i),
  },
  {
    id: "air-quality",
    ask: "What was the fine dust (PM2.5) in Medford on 17 July 2026?",
    ...limits,
    route: (call) => lacks(call, hotspots, /pm2|smoke|aqi|air/i),
  },
  {
    id: "casualties",
    ask: "How many people were injured by the Durkee fire?",
    ...limits,
    route: (call) => lacks(call, perimeters, /injur|casualt|fatal|death/i),
  },
  {
    id: "cause",
    ask: "What caused the York fire?",
    ...limits,
    route: (call) => lacks(call, perimeters, /cause|ignition/i),
  },
];

import { recordsOf } from "@emberline/test-support/records";
import type { Call, Question, ToolAnswer } from "../question.ts";
import { perimeters } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 1500 };

/** What the pattern finds in the notices of an answer. */
function said({ notices }: ToolAnswer, pattern: RegExp): string | undefined {
  return pattern.exec((notices as string[] | undefined)?.join(" ") ?? "")?.[1];
}

const stated = (id: string, feature: string): Question => ({
  id,
  ask: `Is gis_acres of the perimeter ${feature} more than twice or less than half of its outline's area, by at least 0.1 km²? Answer yes or no.`,
  ...limits,
  route: async (call) => {
    const answer = await call("get_feature", { collection: perimeters, id: feature });
    return said(answer, /contradict.* (gis_acres) in/) === undefined ? "no" : "yes";
  },
});

const falling = (id: string, name: string, fire: string): Question => ({
  id,
  ask: `On which dates is the ${name} fire (${fire}) mapped smaller than on its mapping before, by more than a tenth and 1 km²? Take the last mapping of each date; "none" if on none.`,
  ...limits,
  route: async (call) =>
    said(await call("assess_fire", { fire }), /area falls by [^(]*\(([^)]*)\)/) ?? "none",
});

const detected = (id: string, name: string, fire: string): Question => ({
  id,
  ask: `How many detections lie inside the newest perimeter of the ${name} fire (${fire}), from two days before its first mapping to two days after its last? "no observations" if the data has none of that time anywhere.`,
  ...limits,
  route: async (call) => detectionsOf(call, fire),
});

async function detectionsOf(call: Call, fire: string): Promise<number | string> {
  const { tables } = await call("assess_fire", { fire });
  const rows = recordsOf((tables as { detections: object }).detections);
  const inside = rows.find(({ period }) => period === "the fire's time")?.inside;
  return typeof inside === "number" ? inside : "no observations";
}

/** Values that contradict each other, and detections that are a fire's. */
export const contradictions: readonly Question[] = [
  {
    id: "perimeters-with-a-wrong-size",
    ask: "In how many perimeters does gis_acres contradict the outline by more than a factor of 2 and 0.1 km²?",
    ...limits,
    route: async (call) =>
      Number(
        said(
          await call("describe_collection", { collection: perimeters }),
          /contradict.* gis_acres in (\d+)/,
        ),
      ),
  },
  stated("size-of-mahogany", "2024-ORWWF-000365-002"),
  stated("size-of-lerdo", "2023-CACND-000800-000"),
  stated("size-of-lost", "2023-CARWP-000959-001"),
  stated("size-of-cacnd-2389", "2023-CACND-002389-000"),
  stated("size-of-durkee", "2024-ORVAD-240141-010"),
  falling("falls-of-durkee", "Durkee", "2024-ORVAD-240141"),
  falling("falls-of-flat", "Flat", "2023-ORRSF-000209"),
  falling("falls-of-york", "York", "2023-CAMNP-010701"),
  falling("falls-of-eagle-bluff", "Eagle Bluff", "2023-WANES-001759"),
  falling("falls-of-boulder", "Boulder", "2023-ORMHF-000583"),
  detected("detections-of-flat", "Flat", "2023-ORRSF-000209"),
  detected("detections-of-durkee", "Durkee", "2024-ORVAD-240141"),
  detected("detections-of-eagle-bluff", "Eagle Bluff", "2023-WANES-001759"),
  detected("detections-of-sourdough", "Sourdough", "2023-WANCP-000262"),
];

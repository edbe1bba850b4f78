import type { Question } from "../question.ts";
import { refusal } from "../read.ts";
import { hotspots } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 300 };
const about = (near: string) => ({
  collection: hotspots,
  near,
  radius_km: 150,
  time: "2023-08-01/2023-08-02",
});

const near = (id: string, position: string): Question => ({
  id,
  ask: `How many hotspots were within 150 km of ${position} on 1 and 2 August 2023?`,
  ...limits,
  route: (call) => howMany(call, about(position)),
});

/** Positions with signs, letters and words as people write them. */
export const signs: readonly Question[] = [
  near("minus-sign-and-west", "12.5°S, -45.5°W"),
  near("letters-in-front", "S12.5 W45.5"),
  near("degrees-and-minutes", "12°30'S 28°15'E"),
  near("longitude-first-with-letters", "124 W, 42.5 N"),
  near("south-by-sign", "-10.25, 26.75"),
  near("words-for-directions", "10.25 south, 26.75 east"),
  {
    id: "minus-north",
    ask: "How many hotspots were within 150 km of -12.5 N, 45.5 W on 1 and 2 August 2023?",
    ...limits,
    route: (call) => refusal(call("summarize_features", about("-12.5 N, 45.5 W"))),
  },
];

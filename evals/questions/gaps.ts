import { recordsOf } from "@emberline/test-support/records";
import type { Call, Question } from "../question.ts";
import { hotspots } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 1200 };

/** A zero counts only with its reason: of the whole time, or of the place, which may be unseen. */
async function verdict(call: Call, near: string, radiusKm: number, time: string) {
  const answer = await call("assess_location", {
    near,
    radius_km: radiusKm,
    time,
    max_tokens: 1200,
  });
  const { matched, matched_exact: isExact, notices } = answer;
  const said = (notices as string[]).join(" ");
  if (typeof matched !== "number" || isExact !== true) throw new Error(`not exact: ${said}`);
  if (matched > 0) return matched;
  if (/no observations anywhere/.test(said)) return "no observations";
  return /does not prove that the place was observed/.test(said) ? "none" : said;
}

const seen = (id: string, place: string, near: string, km: number, time: string): Question => ({
  id,
  ask: `How many hotspots within ${km} km of ${place} (${near}), ${time}? "none" if only that place has none, "no observations" if the data has none of that time at all.`,
  ...limits,
  route: (call) => verdict(call, near, km, time),
});

const satellites: Readonly<Record<string, string>> = { T: "Terra", A: "Aqua" };

const reached = (
  id: string,
  satellite: string,
  place: string,
  near: string,
  day: string,
): Question => ({
  id,
  ask: `By the end of ${day} (UTC), when had ${satellite} last detected anything within 1,500 km of ${place} (${near})?`,
  ...limits,
  route: async (call) => {
    const asked = { near, time: day, max_tokens: 1200 };
    const { tables } = await call("assess_location", asked);
    const rows = recordsOf((tables as { last_data: object }).last_data);
    const named = (name: unknown) => satellites[String(name)] ?? name;
    return String(rows.find((row) => named(row.satellite) === satellite)?.data_reached_us_until);
  },
});

/** What the data cannot say: never a false all-clear. */
export const gaps: readonly Question[] = [
  seen("lisbon-on-leap-day", "Lisbon", "38.722,-9.139", 100, "2024-02-29"),
  seen("lisbon-in-april-2019", "Lisbon", "38.722,-9.139", 100, "2019-04"),
  seen("lisbon-in-august-2023", "Lisbon", "38.722,-9.139", 100, "2023-08-01/2023-08-02"),
  seen("medford-before-the-fire", "Medford", "42.326,-122.876", 100, "2026-07-10/2026-07-11"),
  seen("medford-in-the-fire", "Medford", "42.326,-122.876", 100, "2026-07-17"),
  seen("darwin-in-october-2019", "Darwin", "-12.463,130.846", 150, "2019-10"),
  seen("darwin-in-september-2019", "Darwin", "-12.463,130.846", 150, "2019-09"),
  seen("kinshasa-in-december-2018", "Kinshasa", "-4.325,15.307", 100, "2018-12-01/2018-12-03"),
  seen("kinshasa-on-christmas", "Kinshasa", "-4.325,15.307", 100, "2018-12-25"),
  seen("baghdad-in-spring", "Baghdad", "33.315,44.366", 5, "2022-03-28/2022-04-04"),
  {
    id: "data-ends-in-july-2026",
    ask: "How many hotspots from 15 July to 15 August 2026? Give the date on which the data ends, if it does not cover that time.",
    ...limits,
    route: async (call) => {
      const time = "2026-07-15/2026-08-15";
      const { notices } = await call("summarize_features", { collection: hotspots, time, top: 0 });
      return /^The data ends (\d{4}-\d{2}-\d{2})/.exec((notices as string[])[0] ?? "")?.[1] ?? "";
    },
  },
  reached("terra-near-lisbon", "Terra", "Lisbon", "38.722,-9.139", "2023-08-02"),
  reached("aqua-near-darwin", "Aqua", "Darwin", "-12.463,130.846", "2019-09-10"),
  reached("aqua-near-kinshasa", "Aqua", "Kinshasa", "-4.325,15.307", "2018-12-02"),
];

import { generatedCalls, isShortened } from "@emberline/test-support/generated-calls";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Row } from "../lib/row.ts";
import { openToolsOnData } from "../lib/tools-on-data.ts";

const seed = 20_261_121;
const calls = 1000;
const leastUse = 0.8;

const ground = {
  times: [
    "2018-12-02",
    "2019-08",
    "2022-03-28/2022-04-04",
    "2023-08-01/2023-08-02",
    "2024-05",
    "2024-09",
    "2026-07-17",
  ],
  places: [
    [142.085, -11.7924],
    [-123.0065, 42.59076],
    [-119.05, 35.5],
    [-155.3, 19.4],
    [20, -8],
  ],
} as const;

/**
 * A thousand generated selections and budgets: what a model receives never exceeds the budget and
 * never wastes it.
 */
export const budgetHeld: Row = {
  name: "budget-held",
  skip: skipWithoutSharedData,
  async run() {
    const tools = await openToolsOnData();
    const above: string[] = [];
    const wasted: string[] = [];
    let [made, answered, shortened] = [0, 0, 0];
    for (const call of generatedCalls(seed, ground)) {
      if (++made > calls) break;
      const { text, isError } = await tools.call(call.tool, call.input);
      const tokens = countTokens(text, { disallowedSpecial: new Set() });
      const { max_tokens } = call.input;
      const what = `${call.tool} ${JSON.stringify(call.input)}: ${tokens} tokens`;
      if (tokens > max_tokens) above.push(what);
      if (isError) continue;
      answered++;
      if (!isShortened(call, JSON.parse(text))) continue;
      shortened++;
      if (tokens < max_tokens * leastUse) wasted.push(what);
    }
    const line = (name: string, list: readonly string[], unit: string) => ({
      name,
      value: list.length,
      unit,
      goal: { kind: "≤", bound: 0 } as const,
      measured: {
        unit: "answers",
        calls,
        answered,
        shortened,
        ...Object.fromEntries(list.slice(0, 5).map((what, i) => [`such_${i + 1}`, what])),
      },
    });
    return [
      line("budget-held", above, `answers of ${calls} above max_tokens`),
      line(
        "budget-held-waste",
        wasted,
        `answers that left something out and used less than ${leastUse * 100} %`,
      ),
    ];
  },
};

import type { Box } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import type { Hit } from "../reading/match.ts";
import { readAll } from "../reading/read-all.ts";
import { isExact } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import type { Selection } from "../selection/selection.ts";

interface Comparison {
  prepare(hits: readonly Hit[]): Promise<void>;
  boxAcross(period: "before" | "after", area: Area, pause: Pause): Promise<Box | null>;
  addAcross(period: "before" | "after", hit: Hit): void;
  finishAcross?(pause: Pause): Promise<void>;
}

/**
 * Looks across the border of the area, once both periods are added: what burned outside before is
 * not new inside, and what burns outside later is not gone.
 *
 * @param select the same selection in another area
 * @returns whether everything there was read
 */
export async function lookAcross(
  comparison: Comparison,
  periods: Readonly<Record<"before" | "after", Selection>>,
  context: ToolContext,
  select: (across: Selection) => Promise<Selection> = async (across) => across,
): Promise<boolean> {
  let isWhole = true;
  for (const period of ["before", "after"] as const) {
    const { area, query, ...rest } = periods[period];
    const bbox = area && (await comparison.boxAcross(period, area, context.pause));
    if (!bbox) continue;
    const inBox = { ...rest, area: { kind: "box" as const, bbox }, query: { ...query, bbox } };
    const tally = await readAll(
      await select(inBox),
      context,
      (hit) => comparison.addAcross(period, hit),
      { prepare: (hits) => comparison.prepare(hits) },
    );
    isWhole &&= isExact({ ...tally, uncovered: [] });
  }
  await comparison.finishAcross?.(context.pause);
  return isWhole;
}

import { createClient } from "@emberline/core";
import { callTool, catalogue } from "@emberline/tools";
import { report } from "./report.mjs";

/** @typedef {import("@emberline/core").Client} Client */

/**
 * Counts and measures hotspots by day and satellite with summarize_features, as the surfaces call
 * it.
 *
 * @param {(client: Client) => Client} prepare
 */
export async function reportSummary(prepare) {
  const tool = catalogue.find(({ name }) => name === "summarize_features");
  if (!tool) throw new Error("the catalogue has no summarize_features");
  /** @type {Client | undefined} */
  let client;
  await report(async (service, time) => {
    client ??= prepare(createClient(service));
    const input = {
      collection: "svc:hotspots",
      time,
      group_by: ["day", "satellite"],
      properties: ["frp"],
    };
    // Call limits are not part of this measurement.
    const context = { client, now: Date.now, notices: [], timeoutMs: 600_000 };
    const result = await callTool(tool, input, context);
    if (!result.ok) throw result.error;
    const { matched, groups, stats } =
      /** @type {{ matched: number, groups: number, stats: { frp: { sum: number } } }} */ (
        /** @type {unknown} */ (result.output)
      );
    return { features: matched, groups, frpSumMw: stats.frp.sum };
  });
}

import { aggregateLines } from "../lib/aggregate-lines.ts";
import { hotspotsFolder } from "../lib/hotspots.ts";
import type { Row } from "../lib/row.ts";
import { startService } from "../lib/service-program.ts";

/** A million hotspots summarized where they are, in memory. */
export const aggregate1m: Row = {
  name: "aggregate-1m",
  async run() {
    const program = await startService(await hotspotsFolder());
    try {
      return await aggregateLines("aggregate-1m", program.service);
    } finally {
      await program.close();
    }
  },
};

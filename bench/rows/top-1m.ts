import { hotspotsFolder } from "../lib/hotspots.ts";
import type { Row } from "../lib/row.ts";
import { startService } from "../lib/service-program.ts";
import { topLines } from "../lib/top-lines.ts";

/** The strongest of a million hotspots, sorted where they are, in memory. */
export const top1m: Row = {
  name: "top-1m",
  async run() {
    const program = await startService(await hotspotsFolder());
    try {
      return await topLines("top-1m", program.service);
    } finally {
      await program.close();
    }
  },
};

import { hotspotsFolder } from "./hotspots.ts";
import type { Line, Row } from "./row.ts";
import { type Service, type ServiceProgram, startService } from "./service-program.ts";

/** A service that holds the million hotspots. */
type Million = Pick<ServiceProgram, "service" | "close">;

/** A row about the million hotspots where the reference service holds them; default: in memory. */
export function millionRow(
  name: string,
  linesOf: (name: string, service: Service) => Promise<Line[]>,
  start: () => Promise<Million> = async () => startService(await hotspotsFolder()),
): Row {
  return {
    name,
    async run() {
      const { service, close } = await start();
      try {
        return await linesOf(name, service);
      } finally {
        await close();
      }
    },
  };
}

import { appInProcess, origin } from "@emberline/test-served/in-process";
import {
  type PartService,
  type SplitService,
  splitService,
} from "@emberline/test-served/split-service";
import { httpTools, mcpHttp, type Surface } from "@emberline/test-served/surfaces";
import { fixtures } from "@emberline/test-support/programs";

/** The fixtures as three services. */
export function splitFixtures(): Promise<SplitService> {
  return splitService(fixtures, {
    hot: ["hotspots.geojsonl"],
    fires: ["satellite-perimeters.geojsonl", "simulations.json"],
    static: ["static-heat-sources.geojsonl"],
  });
}

export function partOf(split: SplitService, name: string): PartService {
  return split.parts.find((each) => each.name === name)!;
}

/** The app over services by these entries. */
export function appOver(
  split: SplitService,
  entries: SplitService["entries"] = split.entries,
  more: Record<string, string> = {},
): ReturnType<typeof appInProcess> {
  const services = JSON.stringify({ services: entries });
  return appInProcess([], { EMBERLINE_SERVICES: services, ...split.secrets, ...more });
}

/** The tools of one app over services by these entries, on both surfaces. */
export async function surfacesOver(...given: Parameters<typeof appOver>): Promise<Surface[]> {
  const fetch = await appOver(...given);
  return [httpTools(origin, fetch), await mcpHttp(origin, fetch)];
}

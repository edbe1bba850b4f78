import { flatBox } from "@emberline/geo";
import type { Area } from "./area.ts";

export type Hemisphere = "northern" | "southern";

/** Of an area that lies in both, the one of most of its latitudes. */
const mostShare = 0.8;

/** The hemisphere whose seasons an area has; undefined without an area, and on the equator. */
export function hemisphereOf(area: Area | null): Hemisphere | undefined {
  if (!area) return undefined;
  const [, south, , north] = flatBox(area.bbox);
  if (south >= 0 || north <= 0) return south >= 0 ? "northern" : "southern";
  const share = north / (north - south);
  if (share > mostShare) return "northern";
  return share < 1 - mostShare ? "southern" : undefined;
}

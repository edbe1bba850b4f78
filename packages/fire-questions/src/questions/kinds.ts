import type { Kind } from "../draw/kind.ts";
import { busiestDays } from "../kinds/busiest-day.ts";
import { comparePlaces } from "../kinds/compare-places.ts";
import { countFires } from "../kinds/count-fires.ts";
import { countInArea } from "../kinds/count-in-area.ts";
import { countInBox } from "../kinds/count-in-box.ts";
import { countNear } from "../kinds/count-near.ts";
import { countNearNamed } from "../kinds/count-near-named.ts";
import { countSources } from "../kinds/count-sources.ts";
import { dayChange } from "../kinds/day-change.ts";
import { falsePremise } from "../kinds/false-premise.ts";
import { fireGrowth } from "../kinds/fire-growth.ts";
import { fireMapped } from "../kinds/fire-mapped.ts";
import { fireSize } from "../kinds/fire-size.ts";
import { firstDetection } from "../kinds/first-detection.ts";
import { insideFire } from "../kinds/inside-fire.ts";
import { isItSafe } from "../kinds/is-it-safe.ts";
import { largestFires } from "../kinds/largest-fire.ts";
import { nearest } from "../kinds/nearest.ts";
import { nearestSources } from "../kinds/nearest-source.ts";
import { nightShare } from "../kinds/night-share.ts";
import { notInData } from "../kinds/not-in-data.ts";
import { now } from "../kinds/now.ts";
import { countSimulations } from "../kinds/simulations.ts";
import { strongest } from "../kinds/strongest.ts";
import { topAreas } from "../kinds/top-area.ts";
import { totalPower } from "../kinds/total-power.ts";

/** All kinds of questions. */
export const kinds: readonly Kind[] = [
  countNear,
  countNearNamed,
  countInBox,
  countInArea,
  topAreas,
  comparePlaces,
  nearest,
  strongest,
  totalPower,
  nightShare,
  dayChange,
  busiestDays,
  firstDetection,
  fireSize,
  fireGrowth,
  fireMapped,
  insideFire,
  largestFires,
  countFires,
  nearestSources,
  countSources,
  countSimulations,
  now,
  notInData,
  isItSafe,
  falsePremise,
];

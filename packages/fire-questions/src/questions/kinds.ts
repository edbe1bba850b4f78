import type { Kind } from "../draw/kind.ts";
import { busiestDays } from "../kinds/busiest-day.ts";
import { countInArea } from "../kinds/count-in-area.ts";
import { countInBox } from "../kinds/count-in-box.ts";
import { countNear } from "../kinds/count-near.ts";
import { dayChange } from "../kinds/day-change.ts";
import { fireSize } from "../kinds/fire-size.ts";
import { firstDetection } from "../kinds/first-detection.ts";
import { nearest } from "../kinds/nearest.ts";
import { nightShare } from "../kinds/night-share.ts";
import { now } from "../kinds/now.ts";
import { strongest } from "../kinds/strongest.ts";
import { topAreas } from "../kinds/top-area.ts";
import { totalPower } from "../kinds/total-power.ts";

/** All kinds of questions. */
export const kinds: readonly Kind[] = [
  countNear,
  countInBox,
  countInArea,
  nearest,
  strongest,
  totalPower,
  nightShare,
  topAreas,
  dayChange,
  busiestDays,
  firstDetection,
  fireSize,
  now,
];

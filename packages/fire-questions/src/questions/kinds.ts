import type { Kind } from "../draw/kind.ts";
import { countInBox } from "../kinds/count-in-box.ts";
import { countNearPlace } from "../kinds/count-near.ts";
import { fireSize } from "../kinds/fire-size.ts";
import { now } from "../kinds/now.ts";

/** All kinds of questions. */
export const kinds: readonly Kind[] = [countNearPlace, countInBox, fireSize, now];
